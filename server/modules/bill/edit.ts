import { percentOf, withoutPercent } from '@lobby/shared/billing/amounts.ts';
import { noticeMonthOf } from '@lobby/shared/billing/dates.ts';
import { addMonths, monthPeriod } from '@lobby/shared/billing/periods.ts';
import { billKey, paymentState } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Done, Request } from '../../kit/records/behaviour.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { billingSettings } from '../../platform/billing/settings.ts';
import { postings, reversals } from '../ledger/index.ts';
import { refuseLocked, todayOf } from '../lock-date/index.ts';
import { billLines, kindsOf } from './books.ts';
import { freed } from './usages.ts';

type Values = Record<string, unknown>;

const MOST = 2_000_000_000;
/** What a bill by hand is counted from. */
const FIGURES = [
  ...(['unitId', 'serviceId', 'month', 'createdFor', 'debtMonth', 'amount', 'vatRate', 'vatIncluded'] as const),
  ...(['discountType', 'discountPercent', 'discountAmount'] as const),
];

/** What a discount takes off a base, VND. */
function discountOf(base: number, values: Values): number {
  const { discountType: type, discountPercent, discountAmount, changeReason } = values;
  if (!type) return 0;
  const discount = type === 'PERCENT' ? percentOf(base, Number(discountPercent ?? 0)) : Number(discountAmount ?? 0);
  if (discount > base) failFields({ discountAmount: { code: 'INVALID_DISCOUNT' } }, 'INVALID_DISCOUNT');
  if (discount > 0 && !changeReason) failFields({ changeReason: { code: 'REQUIRED' } });
  return discount;
}

/** The figures of a bill of an amount that somebody says, with its VAT or before it. */
export function amountFigures(values: Values): Values & { total: number } {
  const base = Number(values.amount);
  const rate = Number(values.vatRate ?? 0);
  const discount = discountOf(base, values);
  const rest = base - discount;
  const net = values.vatIncluded ? withoutPercent(rest, rate) : rest;
  const vat = values.vatIncluded ? rest - net : percentOf(net, rate);
  const total = net + vat;
  if (total > MOST) failFields({ amount: { code: 'AMOUNT_TOO_LARGE' } }, 'AMOUNT_TOO_LARGE');
  const own = { quantity: null, price: null, days: null, ofDays: null, versionId: null };
  return {
    quantity: 1,
    items: [
      { ...own, kind: 'TIER', quantity: 1, price: base, amount: base },
      ...(discount > 0 ? [{ ...own, kind: 'DISCOUNT', amount: -discount }] : []),
    ],
    ...{ gross: base, discount, net, vat, total, remaining: total, paymentState: paymentState(total, 0) },
  };
}

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

/** The month whose notice tells of a bill. */
async function noticeOf({ projectId }: Ctx, own: Stored | undefined, month: string, end: string): Promise<string> {
  return noticeMonthOf(own?.type, month, end, await billingSettings(projectId));
}

/** Which bill of a unit and service it is, of which there is one; null of a service that may be charged again. */
function onceOf(own: Stored | undefined, { unitId, serviceId, month, createdFor }: Values): string | null {
  if (createdFor === 'DEBT') return `${billKey(unitId, serviceId, month)}:debt`;
  return own?.repeatable ? null : billKey(unitId, serviceId, month);
}

/** A debt is of the month that it is owed since, and bears no VAT. */
const asDebt = (values: Values): Values =>
  values.createdFor === 'DEBT' ? { ...values, month: values.debtMonth, vatRate: null, vatIncluded: false } : values;

async function counted(ctx: Ctx, values: Values, doc: Stored | null): Promise<Values> {
  const given = { ...doc, ...values };
  if (given.createdFor === 'DEBT' && !given.debtMonth) failFields({ debtMonth: { code: 'REQUIRED' } });
  if (given.createdFor === 'INTEREST') failFields({ createdFor: { code: 'CHOICE_INVALID' } });
  const whole = asDebt(given);
  await refuseMonthOf(ctx, whole);
  const own = (await loadRefs(ctx.projectId, service, [String(whole.serviceId)])).get(String(whole.serviceId));
  const moved = !doc || doc.serviceId !== whole.serviceId;
  // What has no tariff was never switched on: it is charged by amounts that people type.
  if (moved && own?.tariffId && !own.active && whole.createdFor !== 'DEBT')
    failFields({ serviceId: { code: 'SERVICE_NOT_ACTIVE' } }, 'SERVICE_NOT_ACTIVE');
  const month = String(whole.month);
  const { start, end } = monthPeriod(month);
  return {
    ...values,
    ...{ month, vatRate: whole.vatRate, vatIncluded: whole.vatIncluded === true, once: onceOf(own, whole) },
    noticeMonth: await noticeOf(ctx, own, month, end),
    ...{ periodStart: start, periodEnd: end },
    ...amountFigures(whole),
  };
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
  const told = { projectId, deletedAt: null, unitId: doc.unitId, status: 'ISSUED', month: { $gte: String(doc.month) } };
  if (await modelOf(feeNotice).exists(told).maxTimeMS(5000)) fail('CANNOT_UPDATE_PUBLISHED_BILL');
  await refuseLocked(ctx, 'receivable', String(doc.accountingDate), { document: String(doc.code) });
}

/** Completes a bill written by hand, and keeps what was paid, told or made by a run. */
export async function completeBill(ctx: Ctx, { kind, values, doc }: Request): Promise<Values> {
  if (kind === 'restore') return values;
  if (kind === 'remove') return doc.status === 'DRAFT' ? values : fail('BILL_RELEASED');
  if (doc) await refuseFixed(ctx, doc);
  if (!FIGURES.some(name => name in values)) return doc?.status === 'ACTIVE' ? { ...values, edited: true } : values;
  if (doc?.createType === 'AUTO') fail('INVALID_BILL_TYPE');
  const now = await counted(ctx, values, doc);
  return doc?.status === 'ACTIVE' ? { ...now, edited: true } : now;
}

/** A bill on the books that comes to something else leaves them, and comes onto them anew. */
export async function bookEdit(ctx: Ctx, done: Done): Promise<Change[]> {
  if (done.kind === 'remove') return freed(ctx, done.before);
  if (done.kind !== 'update') return [];
  const { doc, before } = done;
  if (doc.status !== 'ACTIVE' || !('amount' in doc) || Number(doc.total) === Number(before.total)) return [];
  const { made } = kindsOf(doc);
  const day = String(doc.accountingDate);
  return [
    ...(await reversals(ctx, { kind: 'BILL_EDIT', of: [made], day, type: 'bill', doc: before })),
    ...(await postings(ctx, {
      ...{ kind: made, day, type: 'bill', doc, unitId: String(doc.unitId), occurrence: `edit ${doc.version}` },
      lines: billLines(doc),
    })),
  ];
}
