import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/act.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { refuseInvoiced } from '../invoice/index.ts';
import { reversals } from '../ledger/index.ts';
import { refuseCancelLocked, todayOf } from '../lock-date/index.ts';
import { billOf, cancelAdjustment } from './adjust.ts';
import { kindsOf } from './books.ts';
import { interestReopened } from './interest.ts';
import { noticesWithout } from './publish.ts';
import { freed } from './usages.ts';

/** Lets another bill of the same month come. */
const FREED = {
  once: null,
  'uniq.once': null,
  publication: 'NOT_PUBLISHABLE',
  overdue: false,
  overdueDays: 0,
} as const;

/** Takes a bill back: nothing of it may be paid, and no other may stand on it. */
export async function cancelBill(ctx: Ctx, doc: Stored): Promise<Effect> {
  if (doc.status === 'DRAFT') return { set: FREED, with: await freed(ctx, doc) };
  if (doc.type !== 'NORMAL') return cancelAdjustment(ctx, doc);
  await refuseInvoiced(ctx.projectId, doc._id);
  if (doc.adjusted) fail('BILL_ADJUSTED');
  if (doc.createdFor === 'DEBT') fail('BILL_DEBT_CANNOT_BE_CANCELLED');
  if (Number(doc.interestCharged) > 0) fail('BILL_HAS_INTEREST');
  if (Number(doc.writtenOff ?? 0) > 0) fail('BILL_PARTLY_PAID');
  if (Number(doc.paid) > 0) fail(doc.paymentState === 'PAID' ? 'BILL_PAID' : 'BILL_PARTLY_PAID');
  await refuseCancelLocked(ctx, 'receivable', String(doc.accountingDate), String(doc.code));
  await refuseTold(ctx, doc);
  const kinds = kindsOf(doc);
  const original = doc.originalId ? await billOf(ctx, String(doc.originalId)) : null;
  return {
    set: { ...FREED, remaining: 0, interest: 0, late: false },
    with: [
      ...(original ? [interestReopened(original, doc)] : []),
      ...(await freed(ctx, doc)),
      ...(await noticesWithout(ctx, doc)),
      ...(await reversals(ctx, { kind: kinds.cancelled, of: [kinds.made], day: todayOf(ctx), type: 'bill', doc })),
    ],
  };
}

/** Refuses to take back what a notice of a later month has told of (rules.md 8, Cannot cancel). */
async function refuseTold({ projectId }: Ctx, { unitId, noticeMonth, type, createdFor }: Stored): Promise<void> {
  if (type !== 'NORMAL' || createdFor === 'INTEREST') return;
  const later = { projectId, unitId, month: { $gt: noticeMonth }, status: { $in: SENT }, deletedAt: null };
  if (await modelOf(feeNotice).exists(later).maxTimeMS(5000)) fail('BILL_FEE_PERIOD_DIFFERENT');
}
