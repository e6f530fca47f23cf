import { addDays, monthPeriod } from '@lobby/shared/billing/periods.ts';
import { bill, billKey, paymentState } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { build } from '../../kit/records/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { type Line, postings, reversals } from '../ledger/index.ts';
import { refuseCancelLocked, refuseLocked, todayOf } from '../lock-date/index.ts';
import { billLines, kindsOf, partsOf } from './books.ts';
import { interestReopened } from './interest.ts';
import { amountFigures } from './manual.ts';
import { refuseOutdated } from './recalculate.ts';

/** Completes a bill written by hand, and keeps what stands on books or was made by a run. */
export async function completeBill(ctx: Ctx, { kind, values, doc }: Request): Promise<Record<string, unknown>> {
  if (kind === 'restore') return values;
  if (doc && doc.status !== 'DRAFT') fail(kind === 'remove' ? 'BILL_RELEASED' : 'BILL_NOT_EDITABLE');
  if (kind === 'remove') return values;
  const figures = ['unitId', 'serviceId', 'month', 'amount', 'vatRate'].some(name => name in values);
  if (doc?.createType === 'AUTO' && figures) fail('BILL_NOT_EDITABLE');
  if (!figures) return values;
  const whole = { ...doc, ...values };
  const { start, end } = monthPeriod(String(whole.month));
  await refuseLocked(ctx, 'receivable', end, 'month');
  const once = billKey(whole.unitId, whole.serviceId, whole.month);
  return {
    ...values,
    once,
    periodStart: start,
    periodEnd: end,
    ...amountFigures(Number(whole.amount), Number(whole.vatRate ?? 0)),
  };
}

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
  const term = Number(own?.paymentTermDays ?? 15);
  return {
    set: { onBooks: true, accountingDate: today, dueDate: doc.dueDate ?? addDays(today, term) },
    with: await postings(ctx, {
      ...{ kind: kindsOf(doc).made, day: today, type: 'bill', doc },
      unitId: String(doc.unitId),
      lines: billLines(doc),
    }),
  };
}

/** Lets another bill of the same month come. */
const FREED = { once: null, 'uniq.once': null } as const;

/** Takes a bill back: nothing of it may be paid, and no other may stand on it. */
export async function cancelBill(ctx: Ctx, doc: Stored): Promise<Effect> {
  if (doc.status === 'DRAFT') return { set: FREED };
  if (doc.adjusted) fail('ADJUSTMENT_EXISTS');
  if (Number(doc.interestCharged) > 0) fail('BILL_HAS_INTEREST');
  if (Number(doc.paid) > 0) fail(doc.paymentState === 'PAID' ? 'BILL_PAID' : 'BILL_PARTLY_PAID');
  await refuseCancelLocked(ctx, 'receivable', String(doc.accountingDate), String(doc.code));
  await refuseSettled(ctx, doc);
  const kinds = kindsOf(doc);
  const original = doc.originalId ? await one(ctx, String(doc.originalId)) : null;
  return {
    set: { ...FREED, remaining: 0, interest: 0, late: false },
    with: [
      ...(original ? [undone(original, doc)] : []),
      ...(await reversals(ctx, { kind: kinds.cancelled, of: [kinds.made], day: todayOf(ctx), type: 'bill', doc })),
    ],
  };
}

const one = async ({ projectId }: Ctx, _id: string): Promise<Stored> =>
  (await modelOf(bill).findOne({ projectId, _id, deletedAt: null }).lean<Stored>()) ?? fail('NOT_FOUND');

/** What is left of a bill when an amount is taken off it, or put back. */
function lessened(doc: Stored, amount: number): Record<string, unknown> {
  const off = Number(doc.lowered) + amount;
  const due = Number(doc.total) - off;
  const paid = Number(doc.paid);
  return { lowered: off, remaining: due - paid, paymentState: paymentState(due, paid) };
}
/** What a bill is again once the one that stood on it is gone: an adjustment, or its interest. */
function undone(original: Stored, doc: Stored): Change {
  if (doc.createdFor === 'INTEREST' && doc.type === 'NORMAL') return interestReopened(original, doc);
  const amount = doc.type === 'ADJUST_DOWN' ? -Number(doc.total) : 0;
  const set = { adjusted: false, ...lessened(original, amount) };
  return { definition: bill, action: 'adjust', update: { doc: original, set } };
}

/** Refuses to take back what others stand on: a later month of the same service, or a notice that carries it over (rules.md 8, Cannot cancel). */
async function refuseSettled(
  { projectId }: Ctx,
  { unitId, serviceId, month, type, createdFor }: Stored,
): Promise<void> {
  if (type !== 'NORMAL' || createdFor === 'INTEREST') return;
  const later = { projectId, unitId, month: { $gt: month }, deletedAt: null };
  const followed = { ...later, serviceId, status: 'ACTIVE', type: 'NORMAL', createdFor: { $ne: 'INTEREST' } };
  if (await modelOf(bill).exists(followed).maxTimeMS(5000)) fail('BILL_OF_OTHER_PERIOD');
  const carried = { ...later, status: 'ISSUED', carried: { $gt: 0 } };
  if (await modelOf(feeNotice).exists(carried).maxTimeMS(5000)) fail('BILL_IS_DEBT');
}

/** Corrects a released bill by another one: upwards it is owed beside it, downwards it is taken off what is left (rules.md 5, Adjustment). */
export async function adjustBill(ctx: Ctx, doc: Stored, input: Record<string, unknown>): Promise<Effect> {
  if (doc.adjusted) fail('ADJUSTMENT_EXISTS');
  const up = input.direction === 'UP';
  const total = Number(input.amount);
  const max = up ? Number(doc.total) : Number(doc.remaining);
  if (total > max)
    failFields({ amount: { code: 'ADJUSTMENT_OUT_OF_RANGE', params: { max } } }, 'ADJUSTMENT_OUT_OF_RANGE');
  const today = todayOf(ctx);
  await refuseLocked(ctx, 'receivable', today);
  const { unitId, serviceId, dueDate, periodStart, periodEnd, createdFor } = doc;
  const month = String(input.month ?? doc.month);
  // Not later than the month in which it arises (rules.md 5, Adjustment); it is dated today, which alone must be open.
  if (month > today.slice(0, 7))
    failFields({ month: { code: 'ADJUSTMENT_MONTH_INVALID', params: { month: today } } }, 'ADJUSTMENT_MONTH_INVALID');
  const line = { kind: 'TIER', quantity: 1, price: total, days: null, ofDays: null, amount: total, versionId: null };
  const insert = await build(ctx, bill, {
    ...{ unitId, serviceId, month, dueDate, periodStart, periodEnd, total, ...partsOf(doc, total) },
    ...{ type: up ? 'ADJUST_UP' : 'ADJUST_DOWN', createType: 'MANUAL', status: 'ACTIVE', quantity: 1, amount: total },
    ...{ items: [line], originalId: doc._id, accountingDate: today, reason: input.reason, createdFor, onBooks: true },
    remaining: up ? total : 0,
    paymentState: up ? 'UNPAID' : 'EMPTY',
  });
  const lines = billLines(insert);
  return {
    set: { adjusted: true, ...(!up && lessened(doc, total)) },
    with: [
      { definition: bill, action: 'create', insert },
      ...(await postings(ctx, {
        ...{ kind: kindsOf(insert).made, day: today, type: 'bill', doc: insert },
        unitId: String(unitId),
        lines: up
          ? lines
          : lines.map(({ debit = 0, credit = 0, ...line }): Line => ({ ...line, debit: credit, credit: debit })),
      })),
    ],
  };
}
