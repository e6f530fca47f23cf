import { payslip } from '@lobby/shared/modules/receipt.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(
  ['category', 'amount', 'method', 'fundId', 'accountingDate', 'voucherDate', 'payeeName', 'partnerId'],
  ['content', 'attachments'],
);
const WIDTHS = {
  code: 150,
  accountingDate: 124,
  category: 140,
  payeeName: 200,
  amount: 132,
  fundId: 160,
  content: 220,
};

/** Money that went out. */
export function Component() {
  return <RecordsPage definition={payslip} widths={WIDTHS} hidden={['cashierId', 'createdAt']} form={FORM} />;
}
