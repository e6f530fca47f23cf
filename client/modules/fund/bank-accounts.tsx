import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(['bank', 'number', 'name', 'branch', 'contentTemplate', 'main', 'active'], []);
const WIDTHS = { number: 160, bank: 132, name: 240, contentTemplate: 200, main: 152 };

/** Accounts at banks that residents transfer to. */
export function Component() {
  return <RecordsPage definition={bankAccount} widths={WIDTHS} hidden={['branch']} form={FORM} />;
}
