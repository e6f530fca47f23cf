import { fund } from '@lobby/shared/modules/fund.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(['name', 'code', 'type', 'bankAccountId', 'opening', 'openingDay', 'active'], ['note']);
const WIDTHS = { name: 220, code: 100, opening: 140 };

/** Where money is kept. */
export function Component() {
  return <RecordsPage definition={fund} widths={WIDTHS} hidden={['createdAt']} form={FORM} />;
}
