import { monthOf } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { standingOf } from '@lobby/shared/modules/bill-standing.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import { checkFiles, claimFiles } from '../../../kit/files/files.ts';
import { build } from '../../../kit/records/records.ts';
import type { Action, ActionInput, EffectOf } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';
import { notify, toUnit } from '../../../platform/notifications/notifications.ts';
import { assertNotInvoiced, holdUninvoiced, markToAdjust } from '../../invoice/index.ts';
import { type Line, postings, reversals } from '../../ledger/index.ts';
import { assertCancelNotLocked, checkDay, lockedTo } from '../../lock-date/index.ts';
import { homeOf } from '../homes.ts';
import { billLines, kindsOf, partsOf } from '../release/books.ts';
import { plansToCheck } from '../release/pauses.ts';
import { isTold, markNoticeEdited } from '../release/publish.ts';
import { moveSurplus, takeBackSurplus } from '../release/surplus.ts';
import type { BillDoc } from '../types.ts';

const MOST = 2_000_000_000;

export const loadBill = async (ctx: Ctx, id: string): Promise<BillDoc> =>
  (await records(bill).get(ctx, id)) ?? fail('NOT_FOUND');

/** Totals and payment state of a bill after its adjustment. */
const settle = ({ writtenOff }: BillDoc, total: number, paid: number) => ({
  total,
  paid,
  ...standingOf({ total, paid, writtenOff }),
});

/** Input of an adjustment; reason and files are required only when it is saved. */
export type AdjustmentInput = Omit<ActionInput<typeof bill.actions.correct>, 'reason'> & {
  reason?: string;
  attachments?: string[];
};
interface Terms {
  up: boolean;
  amount: number;
  month: string;
  noticeMonth: string;
  day: string;
  voucherDate: string;
}

/** Amount and dates of an adjustment, validated against the bill and the locked periods. */
async function loadTerms(ctx: Ctx, doc: BillDoc, input: AdjustmentInput): Promise<Terms> {
  const up = input.type === 'ADJUST_UP';
  if (typeof input.totalPayment !== 'number')
    failFields({ totalPayment: { code: 'ADJUSTMENT_AMOUNT_MISSING' } }, 'ADJUSTMENT_AMOUNT_MISSING');
  const amount = input.totalPayment;
  const limits = { min: 1, max: up ? MOST : doc.total };
  if (amount > limits.max)
    failFields({ totalPayment: { code: 'ADJUSTMENT_AMOUNT_INVALID', params: limits } }, 'ADJUSTMENT_AMOUNT_INVALID');
  const day = input.accountingDate ?? todayOf(ctx);
  await checkDay(ctx, 'receivable', day, 'accountingDate');
  const noticeMonth = input.noticeMonth ?? monthOf(todayOf(ctx));
  const locked = (await lockedTo(ctx, 'receivable'))?.slice(0, 7) ?? '';
  const month = input.month ?? (locked > doc.month ? locked : doc.month);
  if (month > noticeMonth || month < locked)
    failFields({ month: { code: 'ADJUSTMENT_MONTH_INVALID' } }, 'ADJUSTMENT_MONTH_INVALID');
  return { up, amount, month, noticeMonth, day, voucherDate: input.voucherDate ?? day };
}

/** Marks a bill that residents were notified of as edited. */
const editedSince = ({ publication }: BillDoc) =>
  publication === 'PUBLISHED' ? { publication: 'EDITED' as const } : {};

/** Notifies the household, if it knows the bill. */
const notifyAdjusted = (ctx: Ctx, doc: BillDoc) =>
  isTold(doc)
    ? (session: Session) => {
        const subject = { module: bill.code, id: doc._id, title: doc.code ?? '' };
        return notify(ctx, toUnit(doc.unitId), 'BILL_ADJUSTED', subject, session);
      }
    : async () => {};

const swapped = (lines: readonly Line[]): Line[] =>
  lines.map(({ debit = 0, credit = 0, ...rest }) => ({ ...rest, debit: credit, credit: debit }));

/** Computes an adjustment and its effect on the bill. */
export async function loadAdjustment(ctx: Ctx, doc: BillDoc, input: AdjustmentInput) {
  if (doc.type !== 'NORMAL') fail('CANNOT_ADJUST_ADJUSTMENT');
  if (doc.adjusted) fail('ADJUSTMENT_ALREADY_EXISTS');
  // A write-off must be cancelled before the bill is lowered.
  if (input.type === 'ADJUST_DOWN' && (doc.writtenOff ?? 0) > 0) fail('BILL_WRITTEN_OFF');
  const terms = await loadTerms(ctx, doc, input);
  const { up, amount, month, noticeMonth, day, voucherDate } = terms;
  const { unitId, serviceId, dueDate, periodStart, periodEnd, createdFor, vatRate } = doc;
  const sign = up ? 1 : -1;
  const parts = partsOf(doc, amount);
  const line = { kind: 'TIER' as const, quantity: 1, price: amount, days: null, ofDays: null, amount, versionId: null };
  const values = {
    ...homeOf(doc),
    unitId,
    serviceId,
    month,
    noticeMonth,
    dueDate,
    periodStart,
    periodEnd,
    voucherDate,
    createdFor,
    vatRate,
    type: input.type,
    createType: 'MANUAL' as const,
    status: 'ACTIVE' as const,
    quantity: 1,
    onBooks: true,
    publication: 'UNPUBLISHED' as const,
    total: 0,
    originalTotal: sign * amount,
    amount,
    items: [line],
    net: sign * parts.net,
    vat: sign * parts.vat,
    surcharge: sign * parts.surcharge,
    originalId: doc._id,
    accountingDate: day,
    changeReason: input.reason,
    remaining: 0,
    paymentState: 'EMPTY' as const,
    attachments: input.attachments ?? [],
  };
  const total = doc.originalTotal + sign * amount;
  const over = Math.max(0, doc.paid - total);
  const lines = billLines(values);
  return {
    ...terms,
    values,
    over,
    after: settle(doc, total, doc.paid - over),
    lines: up ? lines : swapped(lines),
  };
}

/** Corrects a released bill by an adjustment document that changes its total (rules.md 5, Adjustment). */
export const adjustBill: Action<typeof bill, 'correct'> = async (ctx, doc, input) => {
  const { values, over, day, after, lines } = await loadAdjustment(ctx, doc, input);
  const fresh = await checkFiles(ctx, bill.fields, { attachments: values.attachments });
  const insert = await build(ctx, bill, values);
  const { surplus, changes } = await moveSurplus(ctx, doc, over, day, insert._id);
  const tell = notifyAdjusted(ctx, doc);
  return {
    set: { ...after, surplus, adjusted: true, ...editedSince(doc) },
    async also(session) {
      await claimFiles(fresh, session, { entity: bill.name, id: insert._id });
      await tell(session);
    },
    with: [
      { definition: bill, action: 'create', insert },
      ...(await postings(ctx, {
        kind: kindsOf(insert).made,
        day,
        type: 'bill',
        doc: insert,
        unitId: doc.unitId,
        lines,
      })),
      ...changes,
      ...(await plansToCheck(ctx, doc._id)),
      ...(await markNoticeEdited(ctx, doc)),
      ...(await markToAdjust(ctx, doc._id, true, insert._id)),
    ],
  };
};

/** Cancels an adjustment and restores the total of its bill. */
export async function cancelAdjustment(ctx: Ctx, doc: BillDoc): Promise<EffectOf<typeof bill>> {
  await assertNotInvoiced(ctx.projectId, doc._id);
  await assertCancelNotLocked(ctx, 'receivable', doc.accountingDate ?? todayOf(ctx), doc.code);
  const original = await loadBill(ctx, doc.originalId ?? '');
  // Older bills have no surplus lines.
  const surplus = (original.surplus ?? []).reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const paid = original.paid + surplus;
  if (paid > original.originalTotal) fail('BILL_PAID');
  const { made, cancelled } = kindsOf(doc);
  const set = {
    ...settle(original, original.originalTotal, paid),
    surplus: [],
    adjusted: false,
    ...editedSince(original),
  };
  const tell = notifyAdjusted(ctx, original);
  return {
    async also(session) {
      await holdUninvoiced(ctx.projectId, doc._id, session);
      await tell(session);
    },
    with: [
      { definition: bill, action: 'correct', update: { doc: original, set } },
      ...(await reversals(ctx, { kind: cancelled, of: [made], day: todayOf(ctx), type: 'bill', doc })),
      ...(surplus > 0 ? await takeBackSurplus(ctx, original) : []),
      ...(await markNoticeEdited(ctx, original)),
      ...(await markToAdjust(ctx, original._id, false, doc._id)),
    ],
  };
}
