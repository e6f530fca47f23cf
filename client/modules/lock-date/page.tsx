import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(['lockAccountsReceivable', 'lockTransactionData'], ['note']);
const WIDTHS = {
  code: 140,
  lockAccountsReceivable: 160,
  lockTransactionData: 160,
  prevReceivable: 150,
  prevTransaction: 150,
};

/** Up to which day the books are closed. */
export function Component() {
  return <RecordsPage definition={lockDate} widths={WIDTHS} form={FORM} />;
}
