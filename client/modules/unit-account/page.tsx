import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

export const MOVEMENT_FORM = pairedForm(
  ['unitId', 'type', 'amount', 'accountingDate', 'fromServiceId', 'toServiceId', 'fundId'],
  ['content'],
);
const WIDTHS = {
  accountingDate: 124,
  type: 180,
  unitId: 100,
  amount: 132,
  fromServiceId: 190,
  toServiceId: 190,
  fundId: 150,
  content: 220,
  auto: 112,
};

/** Movements on unit accounts other than receipts. */
export function Component() {
  return <RecordsPage definition={accountMovement} widths={WIDTHS} form={MOVEMENT_FORM} />;
}
