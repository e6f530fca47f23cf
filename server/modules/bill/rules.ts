import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Action } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { assertNotInvoiced, holdUninvoiced } from '../invoice/index.ts';
import { reversals } from '../ledger/index.ts';
import { assertCancelNotLocked, lockedTo } from '../lock-date/index.ts';
import { cancelAdjustment, loadBill } from './adjustment/adjust.ts';
import { interestLines, reopenInterest } from './interest/interest.ts';
import { kindsOf } from './release/books.ts';
import { isTold, removeFromNotices } from './release/publish.ts';
import type { BillDoc } from './types.ts';
import { freeUsages } from './usages.ts';

/** Values of a cancelled bill: not published, not overdue. */
const CLEARED = {
  publication: 'NOT_PUBLISHABLE',
  overdue: false,
  overdueDays: 0,
} as const;

/** Cancels a bill, unless it is paid or another document depends on it. */
export const cancelBill: Action<typeof bill, 'cancel'> = async (ctx, doc) => {
  if (doc.status === 'DRAFT') return { set: CLEARED, with: await freeUsages(ctx, doc) };
  if (doc.type !== 'NORMAL') return cancelAdjustment(ctx, doc);
  await assertNotInvoiced(ctx.projectId, doc._id);
  if (doc.adjusted) fail('BILL_ADJUSTED');
  if (doc.createdFor === 'DEBT') fail('BILL_DEBT_CANNOT_BE_CANCELLED');
  if (doc.interestCharged > 0) fail('BILL_HAS_INTEREST');
  if (doc.writtenOff > 0) fail('BILL_PARTLY_PAID');
  if (doc.paid > 0) fail(doc.paymentState === 'PAID' ? 'BILL_PAID' : 'BILL_PARTLY_PAID');
  await assertCancelNotLocked(ctx, 'receivable', doc.accountingDate ?? todayOf(ctx), doc.code);
  await assertNotTold(ctx, doc);
  const kinds = kindsOf(doc);
  const original = doc.originalId ? await loadBill(ctx, doc.originalId) : null;
  return {
    set: { ...CLEARED, remaining: 0, interest: 0, late: false },
    with: [
      ...(original ? [reopenInterest(original, doc)] : []),
      ...(await freeUsages(ctx, doc)),
      ...(await removeFromNotices(ctx, doc)),
      ...(await reversals(ctx, { kind: kinds.cancelled, of: [kinds.made], day: todayOf(ctx), type: 'bill', doc })),
    ],
    also: session => holdUninvoiced(ctx.projectId, doc._id, session),
  };
};

/** Refuses to cancel a bill once a notice of a later month was sent (rules.md 8, Cannot cancel). */
async function assertNotTold(ctx: Ctx, { unitId, noticeMonth, type, createdFor }: BillDoc): Promise<void> {
  if (type !== 'NORMAL' || createdFor === 'INTEREST' || !noticeMonth) return;
  if (await records(feeNotice).exists(ctx, { unitId, month: { $gt: noticeMonth }, status: { $in: SENT } }))
    fail('BILL_FEE_PERIOD_DIFFERENT');
}

/**
 * Cancels an interest bill together with the voucher that charged it. Returns null if it stays: it was paid by others, published, adjusted, partly
 * waived or invoiced, later interest is charged, or its day is locked.
 */
export async function takeBackInterest(
  ctx: Ctx,
  { charged, late, paid }: { charged: BillDoc; late: BillDoc; paid: number },
): Promise<{ late: Partial<BillDoc>; changes: Change[] } | null> {
  const last = interestLines(late).findLast(({ billId }) => billId !== null);
  const isInvoiced = charged.eInvoice !== 'NOT_SYNCHRONIZED' && charged.eInvoice !== null;
  const isTouched = charged.paid > paid || charged.adjusted || (charged.writtenOff ?? 0) > 0 || isTold(charged);
  const closed = (await lockedTo(ctx, 'receivable')) ?? '';
  const isLocked = charged.accountingDate !== null && charged.accountingDate <= closed;
  if (isInvoiced || isTouched || last?.billId !== charged._id || isLocked) return null;
  const { made, cancelled } = kindsOf(charged);
  const set = { ...CLEARED, status: 'CANCELLED', paid: 0, remaining: 0, paymentState: 'UNPAID', late: false };
  return {
    late: reopenInterest(late, charged).update.set,
    changes: [
      {
        definition: bill,
        action: 'cancel',
        update: { doc: charged, set },
        also: session => holdUninvoiced(ctx.projectId, charged._id, session),
      },
      ...(await removeFromNotices(ctx, charged)),
      ...(await reversals(ctx, { kind: cancelled, of: [made], day: todayOf(ctx), type: 'bill', doc: charged })),
    ],
  };
}
