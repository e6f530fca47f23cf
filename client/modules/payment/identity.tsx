import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(['bank', 'code', 'virtualAccount', 'beneficiary', 'unitId', 'bankAccountId', 'active'], []);
const WIDTHS = { virtualAccount: 200, code: 132, bank: 120, beneficiary: 240, unitId: 110, bankAccountId: 170 };

/** Virtual accounts of units. */
export function Component() {
  return <RecordsPage definition={identityAccount} widths={WIDTHS} form={FORM} />;
}
