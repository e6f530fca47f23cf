import { noticeMonthOf } from '@lobby/shared/billing/dates.ts';
import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import { bill, billKey } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Done, Request } from '../../kit/records/behaviour.ts';
import { needRef } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { billingSettings } from '../../platform/billing/settings.ts';
import { refuseInvoiced } from '../invoice/index.ts';
import { postings, reversals } from '../ledger/index.ts';
import { refuseLocked, todayOf } from '../lock-date/index.ts';
import { amountFigures } from './amounts.ts';
import { billLines, kindsOf } from './books.ts';
import { figuresBy, type Known, knownOf, lastVersion, modeOf, readOf, type Values } from './by-hand.ts';
import { onceRefused } from './import.ts';
import { releasedNow, releasedWith } from './release.ts';
import { freed } from './usages.ts';

/** What a bill by hand is counted from. */
const FIGURES = [
  'unitId',
  'serviceId',
  'month',
  'createdFor',
  'debtMonth',
  'mode',
  'amount',
  'vatRate',
  'vatIncluded',
  'surchargeTax',
  'discountType',
  'discountPercent',
  'discountAmount',
  'quantity',
  'oldIndex',
  'newIndex',
  'rolled',
  'coefficient',
  'periodStart',
  'periodEnd',
] as const;
/** What its reading belongs to. */
const READ_FOR = ['unitId', 'serviceId', 'month', 'mode', 'createdFor'] as const;

/** Refuses a month that is closed, too far ahead, or before anything is billed here; a debt is of a month before that. */
async function refuseMonthOf(ctx: Ctx, whole: Values): Promise<void> {
  const month = String(whole.month);
  const { startMonth } = await billingSettings(ctx.projectId);
  const present = todayOf(ctx).slice(0, 7);
  if (whole.createdFor === 'DEBT') {
    if (month >= (startMonth ?? present))
      failFields({ debtMonth: { code: 'INVALID_DEBT_MONTH' } }, 'INVALID_DEBT_MONTH');
    return;
  }
  if (month > addMonths(present, 1)) failFields({ month: { code: 'INVALID_FEE_MONTH' } }, 'INVALID_FEE_MONTH');
  await refuseLocked(ctx, 'receivable', monthPeriod(month).end, 'month');
}

/** Which bill of a unit and service it is, of which there is one; null of a service that may be charged again. */
export function onceOf(own: Stored, { unitId, serviceId, month, createdFor }: Values): string | null {
  if (createdFor === 'DEBT') return `${billKey(unitId, serviceId, month)}:debt`;
  return own.repeatable ? null : billKey(unitId, serviceId, month);
}

/** A debt is of the month that it is owed since, an amount as it stands, and bears no VAT. */
const asDebt = (values: Values): Values =>
  values.createdFor === 'DEBT'
    ? { ...values, month: values.debtMonth, mode: 'AMOUNT', vatRate: null, vatIncluded: false, surchargeTax: null }
    : values;

/** Days that somebody gives, in their order; an old debt was due before. */
function refuseDates({ createdFor, accountingDate, periodStart, periodEnd, dueDate }: Values): void {
  const later = (one: unknown, other: unknown) => Boolean(one && other) && String(one) > String(other);
  const field = later(periodStart, periodEnd)
    ? 'periodEnd'
    : createdFor !== 'DEBT' && later(accountingDate, dueDate)
      ? 'dueDate'
      : null;
  if (field) failFields({ [field]: { code: 'INVALID_DATES' } }, 'INVALID_DATES');
}

/** A bill by hand with all that follows from what was said; `known` where many of one service and month are written. */
export async function counted(ctx: Ctx, values: Values, doc: Stored | null, known?: Known): Promise<Values> {
  const given: Values = { ...doc, ...values };
  if (given.createdFor === 'DEBT' && !given.debtMonth) failFields({ debtMonth: { code: 'REQUIRED' } });
  if (given.createdFor === 'INTEREST') failFields({ createdFor: { code: 'CHOICE_INVALID' } });
  const whole = asDebt(given);
  if (!whole.month) failFields({ month: { code: 'REQUIRED' } });
  await refuseMonthOf(ctx, whole);
  const own = await needRef(ctx, 'service', String(whole.serviceId), 'serviceId');
  const moved = !doc || doc.serviceId !== whole.serviceId;
  // What has no tariff was never switched on: it is charged by amounts that people type.
  if (moved && own.tariffId && !own.active && whole.createdFor !== 'DEBT')
    failFields({ serviceId: { code: 'SERVICE_NOT_ACTIVE' } }, 'SERVICE_NOT_ACTIVE');
  const month = String(whole.month);
  const mode = modeOf(whole);
  const { start, end } = monthPeriod(month);
  const taxes = mode === 'AMOUNT' && whole.createdFor !== 'DEBT' ? await taxesOf(ctx, own, whole) : whole;
  const figures =
    mode === 'AMOUNT'
      ? { periodStart: whole.periodStart ?? start, periodEnd: whole.periodEnd ?? end, ...amountFigures(taxes) }
      : figuresBy(known ?? (await knownOf(ctx, { service: own, month }, [String(whole.unitId)])), { ...whole, mode });
  refuseDates({ ...whole, ...figures });
  const settings = await billingSettings(ctx.projectId);
  return {
    ...values,
    month,
    mode,
    vatRate: taxes.vatRate ?? null,
    vatIncluded: taxes.vatIncluded === true,
    surchargeTax: taxes.surchargeTax ?? null,
    once: onceOf(own, whole),
    noticeMonth: values.noticeMonth ?? noticeMonthOf(own.type, month, String(figures.periodEnd), settings),
    ...figures,
  };
}

/** The taxes of an amount: those of the tariff, where nobody says others. */
async function taxesOf(ctx: Ctx, own: Stored, whole: Values): Promise<Values> {
  if (whole.vatRate !== undefined || !own.tariffId) return whole;
  const last = await lastVersion(ctx, own, String(whole.month));
  const rate = last?.vatKind === 'RATE' ? last.vat : 0;
  return { ...whole, vatRate: rate, surchargeTax: whole.surchargeTax ?? last?.surchargeTax ?? null };
}

/** Refuses a change of what stands as it is, by its state (rules.md 8). */
async function refuseFixed(ctx: Ctx, doc: Stored): Promise<void> {
  if (doc.status === 'CANCELLED') fail('CANNOT_UPDATE_CANCELLED_BILL');
  if (doc.type !== 'NORMAL') fail('CANNOT_UPDATE_ADJUSTMENT_BILL');
  if (doc.adjusted) fail('CANNOT_UPDATE_ADJUSTED_BILL');
  if (doc.paymentState === 'PAID') fail('CANNOT_UPDATE_PAID_BILL');
  if (Number(doc.paid) > 0) fail('CANNOT_UPDATE_PARTLY_PAID_BILL');
  if (doc.status !== 'ACTIVE') return;
  const { projectId } = ctx;
  await refuseInvoiced(projectId, doc._id);
  const since = { $gte: String(doc.noticeMonth ?? doc.month) };
  const told = { projectId, deletedAt: null, unitId: doc.unitId, status: { $in: SENT }, month: since };
  if (await modelOf(feeNotice).exists(told).maxTimeMS(5000)) fail('CANNOT_UPDATE_PUBLISHED_BILL');
  await refuseLocked(ctx, 'receivable', String(doc.accountingDate), { document: String(doc.code) });
}

/** The days on which it came onto the books stay. */
function keptDays(doc: Stored, values: Values): Values {
  if (doc.status !== 'ACTIVE') return values;
  const { accountingDate: _day, voucherDate: _paper, ...rest } = values;
  return rest;
}

/** Completes a bill written by hand, and keeps what was paid, told or made by a run. */
export async function completeBill(ctx: Ctx, request: Request): Promise<Values> {
  const { kind, doc } = request;
  if (kind === 'restore') return request.values;
  if (kind === 'remove') return doc.status === 'DRAFT' ? request.values : fail('BILL_RELEASED');
  const { release = false, ...given } = request.values;
  if (release && !can(ctx, bill.code, 'updateStatus')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: bill.code });
  if (doc) await refuseFixed(ctx, doc);
  const values = doc ? keptDays(doc, given) : given;
  if (!FIGURES.some(name => name in values)) return doc?.status === 'ACTIVE' ? { ...values, edited: true } : values;
  if (doc?.createType === 'AUTO') fail('INVALID_BILL_TYPE');
  // Another amount is one that is typed.
  const typed =
    doc && typeof values.amount === 'number' && !('mode' in values) ? { ...values, mode: 'AMOUNT' } : values;
  const now = await counted(ctx, typed, doc);
  if (kind === 'import') await onceRefused(ctx, request, now);
  if (doc) return doc.status === 'ACTIVE' ? { ...now, edited: true } : now;
  return release ? { ...now, ...(await releasedNow(ctx, now)) } : now;
}

/** What was read for it, as billed by it. */
export async function usesOf(ctx: Ctx, doc: Stored, known?: Known): Promise<Change[]> {
  if (doc.createType !== 'MANUAL' || doc.createdFor !== 'SERVICE' || modeOf(doc) === 'AMOUNT') return [];
  const of = await needRef(ctx, service.name, String(doc.serviceId), 'serviceId');
  const facts = known ?? (await knownOf(ctx, { service: of, month: String(doc.month) }, [String(doc.unitId)]));
  return (await readOf(facts, doc)?.changes(ctx, doc._id)) ?? [];
}

/** What comes with a new bill: its reading, and the books where it is released at once. */
export const broughtBy = async (ctx: Ctx, doc: Stored, known?: Known): Promise<Change[]> => [
  ...(await usesOf(ctx, doc, known)),
  ...(doc.status === 'ACTIVE' ? await releasedWith(ctx, doc) : []),
];

/** What was read for a bill follows it; one on the books that comes to something else leaves them, and comes onto them anew. */
export async function bookEdit(ctx: Ctx, done: Done): Promise<Change[]> {
  if (done.kind === 'remove') return freed(ctx, done.before);
  if (done.kind === 'create' || done.kind === 'import') return broughtBy(ctx, done.doc);
  if (done.kind !== 'update') return [];
  const { doc, before } = done;
  const moved = READ_FOR.some(name => doc[name] !== before[name]);
  const read = moved || doc.quantity !== before.quantity || doc.newIndex !== before.newIndex;
  const uses = [...(moved ? await freed(ctx, before) : []), ...(read ? await usesOf(ctx, doc) : [])];
  if (doc.status !== 'ACTIVE' || Number(doc.total) === Number(before.total)) return uses;
  const { made } = kindsOf(doc);
  const day = String(doc.accountingDate);
  return [
    ...uses,
    ...(await reversals(ctx, { kind: 'BILL_EDIT', of: [made], day, type: 'bill', doc: before })),
    ...(await postings(ctx, {
      kind: made,
      day,
      type: 'bill',
      doc,
      unitId: String(doc.unitId),
      occurrence: `edit ${doc.version}`,
      lines: billLines(doc),
    })),
  ];
}
