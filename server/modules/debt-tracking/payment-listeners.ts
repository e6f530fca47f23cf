import { bill } from '@lobby/shared/modules/bill.ts';
import { debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { allocationsOf, type Paid } from '../receipt/index.ts';
import { plansAfter } from './plans.ts';
import { promiseAfter } from './promises.ts';

/** Amount that receipts since a promise paid for it, including or excluding the current one. */
async function receivedFor(
  { projectId }: Ctx,
  doc: Doc<typeof debtPromise>,
  { receipt: payment, sign }: Paid,
): Promise<number> {
  const receipts = await records(receipt).find(
    { projectId },
    {
      unitId: doc.unitId,
      status: 'NOT_CANCELED',
      createdAt: { $gte: doc.createdAt },
      accountingDate: { $lte: doc.promisedOn },
    },
  );
  const counted = receipts.filter(({ _id }) => _id !== payment._id);
  const fits = payment.createdAt >= doc.createdAt && payment.accountingDate <= doc.promisedOn;
  const all = [...counted, ...(sign > 0 && fits ? [payment] : [])].flatMap(voucher => allocationsOf(voucher));
  const notices = doc.noticeIds;
  if (notices.length === 0) return all.reduce((sum, { amount }) => sum + amount, 0);
  const meant = await records(bill)
    .withRemoved()
    .find(
      { projectId },
      { _id: { $in: all.map(({ billId }) => billId) }, noticeId: { $in: notices } },
      { only: ['_id'] },
    );
  const ids = new Set(meant.map(({ _id }) => _id));
  return all.reduce((sum, { billId, amount }) => sum + (ids.has(billId) ? amount : 0), 0);
}

/** Updates promises and instalment plans after a receipt or its cancellation. */
export async function syncDebts(ctx: Ctx, paid: Paid): Promise<Change[]> {
  const { projectId } = ctx;
  const { receipt: payment, bills, allocations, sign } = paid;
  const standing = sign > 0 ? (['OPEN'] as const) : (['OPEN', 'KEPT'] as const);
  const promises = await records(debtPromise).find(
    { projectId },
    { unitId: payment.unitId, status: { $in: standing } },
    { sort: { createdAt: -1 }, limit: 5 },
  );
  // Only the latest promise is reopened.
  const [last] = promises.filter(({ createdAt }) => createdAt <= payment.createdAt);
  const promised = last ? await promiseAfter(ctx, last, await receivedFor(ctx, last, paid)) : [];
  const moved = new Map(
    allocations.map(({ billId, amount }) => {
      const isBill = bills.some(({ _id }) => _id === billId);
      return [billId, { paid: isBill ? sign * amount : 0, off: 0 }] as const;
    }),
  );
  return [...promised, ...(await plansAfter(ctx, moved))];
}
