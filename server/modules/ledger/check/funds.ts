import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { Session } from '../../../kit/database/database.ts';
import { docsOf } from '../reports/read.ts';
import { add, type Sums, sums } from './findings.ts';

/** Expected fund balances: opening balances plus valid documents. Older records lack later fields. */
export async function moneyMoved(projectId: string, session: Session): Promise<Sums> {
  const moved = sums();
  const standing = { projectId, status: 'NOT_CANCELED' } as const;
  for await (const { _id, openingBalance } of docsOf(fund, { projectId }, session))
    add(moved, _id, openingBalance ?? 0);
  for await (const { methods = [] } of docsOf(receipt, standing, session))
    for (const { settles, settledOn, fundId, amount, fee } of methods)
      if (settles !== 'ON_STATEMENT' || settledOn) add(moved, fundId, amount - (fee ?? 0));
  // Refunds by a gateway are deducted from its next payout.
  for await (const { methodId, fundId, amount } of docsOf(payslip, standing, session))
    if (!methodId) add(moved, fundId, -amount);
  for await (const { fromFundId, toFundId, amount, fee } of docsOf(fundTransfer, standing, session)) {
    add(moved, fromFundId, -amount - (fee ?? 0));
    add(moved, toFundId, amount);
  }
  for await (const { fundId, amount } of docsOf(accountMovement, { ...standing, type: 'REFUND' }, session))
    if (fundId) add(moved, fundId, -amount);
  for await (const doc of docsOf(deposit, { projectId, status: { $ne: 'CANCELLED' } }, session)) {
    // Deposits with a receipt are counted by it.
    if (doc.fundId && !doc.receiptId && doc.origin !== 'IMPORT') add(moved, doc.fundId, doc.amount);
    for (const { fundId, amount, payslipId } of doc.refunds ?? [])
      if (fundId && !payslipId) add(moved, fundId, -amount);
  }
  return moved;
}
