import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(['unitId', 'bankAccountId', 'code', 'virtualAccount', 'beneficiaryName'], ['note']);
const WIDTHS = { virtualAccount: 200, code: 132, bankBin: 130, beneficiaryName: 240, unitId: 110, bankAccountId: 170 };

export function Component() {
  return <RecordsPage definition={identityAccount} widths={WIDTHS} form={FORM} />;
}
