import { type ApprovalFlow, approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { useTranslation } from 'react-i18next';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ProgressTab } from './ProgressTab.tsx';
import { StepsCell } from './StepsCell.tsx';
import { StepsPreview } from './StepsPreview.tsx';

const FORM = {
  size: 'wide' as const,
  fields: ['name', 'formType', 'steps', 'selfApproval', 'description'] as const,
  children: (
    <>
      <FieldPairs names={['name', 'formType']} wide={['steps']} />
      <StepsPreview />
      <FieldPairs names={[]} wide={['selfApproval', 'description']} />
    </>
  ),
};
const CELLS = { steps: ({ steps }: Pick<ApprovalFlow, 'steps'>) => <StepsCell steps={steps} /> };

export function Component() {
  const { t } = useTranslation('approval-flow');
  const extraTabs = (id: string) => [{ value: 'progress', label: t('progress.tab'), content: <ProgressTab id={id} /> }];
  return (
    <RecordsPage
      definition={approvalFlow}
      widths={{ name: 260, formType: 140, steps: 360, openForms: 120, edition: 72, status: 136 }}
      cells={CELLS}
      form={FORM}
      detail={{ extraTabs }}
    />
  );
}
