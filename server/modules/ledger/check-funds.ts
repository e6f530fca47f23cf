import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { Session } from '../../kit/database/database.ts';
import { add, type Sums, sums } from './findings.ts';
import { docsOf } from './read.ts';

interface Came {
  fundId: string;
  amount: number;
  settles: string;
  settledOn: string | null;
  fee: number | null;
}

/** What each fund began with, and what came into it and went out of it by documents that stand. */
export async function moneyMoved(projectId: string, session: Session): Promise<Sums> {
  const moved = sums();
  const standing = { projectId, status: 'NOT_CANCELED' };
  for await (const doc of docsOf(fund, { projectId }, session)) add(moved, doc._id, Number(doc.openingBalance ?? 0));
  for await (const doc of docsOf(receipt, standing, session)) {
    for (const one of (doc.methods ?? []) as Came[])
      if (one.settles !== 'ON_STATEMENT' || one.settledOn) add(moved, one.fundId, one.amount - (one.fee ?? 0));
  }
  // By a gateway it is taken off what that pays out next.
  for await (const doc of docsOf(payslip, standing, session))
    if (!doc.methodId) add(moved, String(doc.fundId), -Number(doc.amount));
  for await (const doc of docsOf(fundTransfer, standing, session)) {
    add(moved, String(doc.fromFundId), -Number(doc.amount) - Number(doc.fee ?? 0));
    add(moved, String(doc.toFundId), Number(doc.amount));
  }
  for await (const doc of docsOf(accountMovement, { ...standing, type: 'REFUND' }, session))
    if (doc.fundId) add(moved, String(doc.fundId), -Number(doc.amount));
  for await (const doc of docsOf(deposit, { projectId, status: { $ne: 'CANCELLED' } }, session)) {
    if (doc.fundId && doc.origin !== 'IMPORT') add(moved, String(doc.fundId), Number(doc.amount));
    for (const { fundId, amount } of (doc.refunds ?? []) as { fundId: string | null; amount: number }[])
      if (fundId) add(moved, fundId, -amount);
  }
  return moved;
}
