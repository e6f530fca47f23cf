import { fundTransfer } from '@lobby/shared/modules/fund.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(
  ['fromFundId', 'toFundId', 'amount', 'fee', 'accountingDate', 'voucherDate'],
  ['content', 'attachments'],
);
const WIDTHS = {
  accountingDate: 124,
  fromFundId: 180,
  toFundId: 180,
  amount: 140,
  content: 240,
};

export function Component() {
  return <RecordsPage definition={fundTransfer} widths={WIDTHS} hidden={['makerId', 'createdAt']} form={FORM} />;
}
