import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(['name', 'formType'], ['steps', 'note']);

/** Who approves the forms of residents, and in which order. */
export function Component() {
  return (
    <RecordsPage
      definition={approvalFlow}
      widths={{ name: 280, formType: 160, steps: 128, createdAt: 160, status: 152 }}
      form={FORM}
    />
  );
}
