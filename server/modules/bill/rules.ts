import { dueDateOf, noticeMonthOf } from '@lobby/shared/billing/dates.ts';
import { addDays, monthPeriod } from '@lobby/shared/billing/periods.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/act.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { billingSettings } from '../../platform/billing/settings.ts';
import { postings, reversals } from '../ledger/index.ts';
import { refuseCancelLocked, refuseLocked, todayOf } from '../lock-date/index.ts';
import { billOf, cancelAdjustment } from './adjust.ts';
import { billLines, kindsOf } from './books.ts';
import { interestReopened } from './interest.ts';
import { refuseOutdated } from './recalculate.ts';
import { freed } from './usages.ts';

/** Puts a draft on the books: from that day the unit owes it. */
export async function releaseBill(ctx: Ctx, doc: Stored, input: Record<string, unknown> = {}): Promise<Effect> {
  const today = typeof input.accountingDate === 'string' ? input.accountingDate : todayOf(ctx);
  if (today > todayOf(ctx)) failFields({ accountingDate: { code: 'DATE_IN_FUTURE' } });
  await refuseLocked(ctx, 'receivable', today, {
    field: input.accountingDate ? 'accountingDate' : '',
    document: String(doc.code),
  });
  await refuseOutdated(ctx, doc);
  const own = (await loadRefs(ctx.projectId, service, [String(doc.serviceId)])).get(String(doc.serviceId));
  const due = await dueOf(ctx, doc, own);
  return {
    set: {
      ...{ onBooks: true, accountingDate: today, voucherDate: input.voucherDate ?? today, ...due },
      publication: Number(doc.total) === 0 ? 'NOT_PUBLISHABLE' : 'UNPUBLISHED',
    },
    with: [
      ...billedTo(own, String(doc.month)),
      ...(await postings(ctx, {
        ...{ kind: kindsOf(doc).made, day: today, type: 'bill', doc },
        unitId: String(doc.unitId),
        lines: billLines(doc),
      })),
    ],
  };
}

/** A service knows up to which month it is billed. */
function billedTo(own: Stored | undefined, month: string): Change[] {
  if (!own || String(own.lastBilledMonth ?? '') >= month) return [];
  return [
    {
      ...{ definition: service, action: 'update' },
      update: { doc: own, set: { lastBilledMonth: month }, keepVersion: true },
    },
  ];
}

const USUAL_TERM = 15;

/** When a bill is to be paid, and the month whose notice tells of it; what would be late at once gets its term from today. */
async function dueOf(ctx: Ctx, doc: Stored, own: Stored | undefined): Promise<Record<string, unknown>> {
  const settings = await billingSettings(ctx.projectId);
  const end = String(doc.periodEnd ?? monthPeriod(String(doc.month)).end);
  const noticeMonth = String(doc.noticeMonth ?? noticeMonthOf(own?.type, String(doc.month), end, settings));
  const due = dueDateOf(settings, own?.paymentTerm, noticeMonth);
  const today = todayOf(ctx);
  const late = addDays(today, Number(own?.paymentTerm ?? USUAL_TERM));
  return { noticeMonth, dueDate: doc.dueDate ?? (due < today ? late : due) };
}

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
      ...(await reversals(ctx, { kind: kinds.cancelled, of: [kinds.made], day: todayOf(ctx), type: 'bill', doc })),
    ],
  };
}

/** Refuses to take back what a notice of a later month has told of (rules.md 8, Cannot cancel). */
async function refuseTold({ projectId }: Ctx, { unitId, month, type, createdFor }: Stored): Promise<void> {
  if (type !== 'NORMAL' || createdFor === 'INTEREST') return;
  const later = { projectId, unitId, month: { $gt: month }, status: 'ISSUED', deletedAt: null };
  if (await modelOf(feeNotice).exists(later).maxTimeMS(5000)) fail('BILL_FEE_PERIOD_DIFFERENT');
}
