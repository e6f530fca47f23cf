import { noticeMonthOf } from '@lobby/shared/billing/dates.ts';
import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addMonths, lastDayOf } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { BehaviourOf, DoneOf } from '../../kit/records/typed-behaviour.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { billingSettings } from '../../platform/billing/settings.ts';
import { assertNotInvoiced } from '../invoice/index.ts';
import { postings, reversals } from '../ledger/index.ts';
import { assertNotLocked, todayOf } from '../lock-date/index.ts';
import { amountFigures } from './amounts.ts';
import { billLines, kindsOf } from './books.ts';
import { failDateOrder } from './dates.ts';
import { findHomes } from './homes.ts';
import { assertSingleInImport } from './import.ts';
import { figuresBy, type Known, lastVersion, loadKnown, modeOf, readOf } from './manual-entry.ts';
import { isTold } from './publish.ts';
import { withDiscount } from './recalculate.ts';
import { changesOfRelease, releaseNow } from './release.ts';
import type { BillDoc, BillValues, ServiceDoc } from './types.ts';
import { freeUsages } from './usages.ts';

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
/** What is given off a bill. */
const DISCOUNT: readonly string[] = ['discountType', 'discountPercent', 'discountAmount', 'changeReason'];
/** What a bill is of. */
const PLACE = ['unitId', 'serviceId', 'month', 'createdFor', 'debtMonth'] as const;
/** What its reading belongs to. */
const READ_FOR = ['unitId', 'serviceId', 'month', 'mode', 'createdFor'] as const;

/** Refuses a month that is closed, too far ahead, or before anything is billed here; a debt is of a month before that. */
async function assertMonth(ctx: Ctx, whole: BillValues): Promise<void> {
  const month = String(whole.month);
  const { startMonth } = await billingSettings(ctx.projectId);
  const present = todayOf(ctx).slice(0, 7);
  if (whole.createdFor === 'DEBT') {
    if (month >= (startMonth ?? present))
      failFields({ debtMonth: { code: 'INVALID_DEBT_MONTH' } }, 'INVALID_DEBT_MONTH');
    return;
  }
  if (month > addMonths(present, 1)) failFields({ month: { code: 'INVALID_FEE_MONTH' } }, 'INVALID_FEE_MONTH');
  await assertNotLocked(ctx, 'receivable', monthPeriod(month).end, 'month');
}

/** Whether a service may be charged several times in a month: its debts never. */
export const isRepeatable = ({ repeatable }: ServiceDoc, { createdFor }: BillValues): boolean =>
  repeatable === true && createdFor !== 'DEBT';

/** The service of a bill, named by its field. */
export const loadService = async ({ projectId }: Ctx, serviceId: string): Promise<ServiceDoc> =>
  (await loadRefs(projectId, service, [serviceId])).get(serviceId) ??
  failFields({ serviceId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');

/** The values of a bill by hand, and of the bill that they change. */
type Whole = BillValues & { _id?: string };

/** A debt is of the month that it is owed since, by the end of which it was due; an amount as it stands, and bears no VAT. */
const asDebt = (values: Whole): Whole =>
  values.createdFor === 'DEBT'
    ? {
        ...values,
        month: values.debtMonth,
        mode: 'AMOUNT',
        vatRate: null,
        vatIncluded: false,
        surchargeTax: null,
        dueDate: values.dueDate ?? (values.debtMonth ? lastDayOf(values.debtMonth) : null),
      }
    : values;

/** Days that somebody gives, in their order; an old debt was due before. */
function assertDates({ createdFor, accountingDate, periodStart, periodEnd, dueDate }: BillValues): void {
  if (periodStart && periodEnd && periodStart > periodEnd)
    failDateOrder('periodEnd', { earlier: periodStart, later: periodEnd });
  if (createdFor !== 'DEBT' && accountingDate && dueDate && accountingDate > dueDate)
    failDateOrder('dueDate', { earlier: accountingDate, later: dueDate });
}

/** A bill by hand with all that follows from what was said; `known` where many of one service and month are written. */
export async function completeValues(
  ctx: Ctx,
  values: BillValues,
  doc: BillDoc | null,
  known?: Known,
): Promise<BillValues> {
  const given: Whole = { ...doc, ...values };
  if (given.createdFor === 'DEBT' && !given.debtMonth) failFields({ debtMonth: { code: 'REQUIRED' } });
  if (given.createdFor === 'INTEREST') failFields({ createdFor: { code: 'CHOICE_INVALID' } });
  const whole = asDebt(given);
  if (!whole.month) return failFields({ month: { code: 'REQUIRED' } });
  await assertMonth(ctx, whole);
  const own = await loadService(ctx, String(whole.serviceId));
  const moved = !doc || doc.serviceId !== whole.serviceId;
  if (moved && !own.active && whole.createdFor !== 'DEBT')
    failFields({ serviceId: { code: 'SERVICE_NOT_ACTIVE' } }, 'SERVICE_NOT_ACTIVE');
  const { month } = whole;
  const mode = modeOf(whole);
  const { start, end } = monthPeriod(month);
  const taxes = mode === 'AMOUNT' && whole.createdFor !== 'DEBT' ? await loadTaxes(ctx, own, whole) : whole;
  const figures =
    mode === 'AMOUNT'
      ? { periodStart: whole.periodStart ?? start, periodEnd: whole.periodEnd ?? end, ...amountFigures(taxes) }
      : figuresBy(known ?? (await loadKnown(ctx, { service: own, month }, [String(whole.unitId)])), { ...whole, mode });
  assertDates({ ...whole, ...figures });
  const settings = await billingSettings(ctx.projectId);
  return {
    ...values,
    month,
    mode,
    ...(whole.createdFor === 'DEBT' && { dueDate: whole.dueDate }),
    vatRate: taxes.vatRate ?? null,
    vatIncluded: taxes.vatIncluded === true,
    surchargeTax: taxes.surchargeTax ?? null,
    repeatable: isRepeatable(own, whole),
    noticeMonth: values.noticeMonth ?? noticeMonthOf(own.type, month, String(figures.periodEnd), settings),
    ...figures,
  };
}

/** The taxes of an amount: those of the tariff, where nobody says others. */
async function loadTaxes(ctx: Ctx, own: ServiceDoc, whole: BillValues): Promise<BillValues> {
  if (whole.vatRate !== undefined || !own.tariffId) return whole;
  const last = await lastVersion(ctx, own, String(whole.month));
  const rate = last?.vatKind === 'RATE' ? last.vat : 0;
  return { ...whole, vatRate: rate, surchargeTax: whole.surchargeTax ?? last?.surchargeTax ?? null };
}

/** Refuses a change of what stands as it is, by its state (rules.md 8). */
async function assertEditable(ctx: Ctx, doc: BillDoc): Promise<void> {
  if (doc.status === 'CANCELLED') fail('CANNOT_UPDATE_CANCELLED_BILL');
  if (doc.type !== 'NORMAL') fail('CANNOT_UPDATE_ADJUSTMENT_BILL');
  if (doc.adjusted) fail('CANNOT_UPDATE_ADJUSTED_BILL');
  if (doc.paymentState === 'PAID') fail('CANNOT_UPDATE_PAID_BILL');
  if (doc.paid > 0) fail('CANNOT_UPDATE_PARTLY_PAID_BILL');
  if (doc.status !== 'ACTIVE') return;
  await assertNotInvoiced(ctx.projectId, doc._id);
  // What comes to nothing is told of by a notice too.
  if (doc.noticeId || isTold(doc)) fail('CANNOT_UPDATE_PUBLISHED_BILL');
  await assertNotLocked(ctx, 'receivable', String(doc.accountingDate), { document: doc.code });
}

/** Refuses another unit, service or month of what is on the books, and a day to pay by that is over. */
function assertChange(ctx: Ctx, doc: BillDoc, values: BillValues): void {
  const moved = PLACE.find(name => name in values && values[name] !== doc[name]);
  if (moved && doc.status === 'ACTIVE') failFields({ [moved]: { code: 'BILL_RELEASED' } }, 'BILL_RELEASED');
  const { dueDate } = values;
  // An old debt was due before.
  if (dueDate && dueDate !== doc.dueDate && dueDate < todayOf(ctx) && doc.createdFor !== 'DEBT')
    failFields({ dueDate: { code: 'DATE_IN_PAST' } });
}

/** The days on which it came onto the books stay. */
function keptDays(doc: BillDoc, values: BillValues): BillValues {
  if (doc.status !== 'ACTIVE') return values;
  const { accountingDate: _day, voucherDate: _paper, ...rest } = values;
  return rest;
}

/** Completes a bill written by hand, and keeps what was paid, told or made by a run. */
export const completeBill: NonNullable<BehaviourOf<typeof bill>['check']> = async (ctx, request) => {
  const { kind, doc } = request;
  if (kind === 'restore') return request.values;
  if (kind === 'remove') return doc.status === 'DRAFT' ? request.values : fail('BILL_RELEASED');
  const { release = false, ...told } = request.values;
  // A row that tells of a month of debt alone is an old debt.
  const given: BillValues = kind === 'import' && told.debtMonth && !told.month ? { ...told, createdFor: 'DEBT' } : told;
  if (release && !can(ctx, bill.code, 'updateStatus')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: bill.code });
  if (doc) {
    await assertEditable(ctx, doc);
    assertChange(ctx, doc, given);
  }
  const values = doc ? keptDays(doc, given) : given;
  if (!FIGURES.some(name => name in values)) return doc?.status === 'ACTIVE' ? { ...values, edited: true } : values;
  if (doc?.createType === 'AUTO') {
    // Its amount follows from what was counted; a discount is all that people give.
    if (FIGURES.some(name => name in values && !DISCOUNT.includes(name) && values[name] !== doc[name]))
      fail('INVALID_BILL_TYPE');
    const given = await withDiscount(ctx, doc, values);
    return doc.status === 'ACTIVE' ? { ...given, edited: true } : given;
  }
  // Another amount is one that is typed.
  const isTyped = doc && typeof values.amount === 'number' && !('mode' in values);
  const counted = await completeValues(ctx, isTyped ? { ...values, mode: 'AMOUNT' } : values, doc);
  const { unitId } = values;
  const home = unitId && unitId !== doc?.unitId ? (await findHomes(ctx, [unitId]))(unitId) : null;
  const now = { ...counted, ...home };
  if (kind === 'import') await assertSingleInImport(ctx, request, now);
  if (doc) return doc.status === 'ACTIVE' ? { ...now, edited: true } : now;
  return release ? { ...now, ...(await releaseNow(ctx, now)) } : now;
};

/** What was read for it, as billed by it. */
async function readingChanges(ctx: Ctx, doc: BillDoc, known?: Known): Promise<Change[]> {
  if (doc.createType !== 'MANUAL' || doc.createdFor !== 'SERVICE' || modeOf(doc) === 'AMOUNT') return [];
  const charged = await loadService(ctx, doc.serviceId);
  const facts = known ?? (await loadKnown(ctx, { service: charged, month: doc.month }, [doc.unitId]));
  return (await readOf(facts, doc)?.changes(ctx, doc._id)) ?? [];
}

/** What comes with a new bill: its reading, and the books where it is released at once. */
export const changesWith = async (ctx: Ctx, doc: BillDoc, known?: Known): Promise<Change[]> => [
  ...(await readingChanges(ctx, doc, known)),
  ...(doc.status === 'ACTIVE' ? await changesOfRelease(ctx, doc) : []),
];

/** What was read for a bill follows it; one on the books that comes to something else leaves them, and comes onto them anew. */
export async function bookEdit(ctx: Ctx, done: DoneOf<typeof bill>): Promise<Change[]> {
  if (done.kind === 'remove') return freeUsages(ctx, done.before);
  if (done.kind === 'create' || done.kind === 'import') return changesWith(ctx, done.doc);
  if (done.kind !== 'update') return [];
  const { doc, before } = done;
  const moved = READ_FOR.some(name => doc[name] !== before[name]);
  const read = moved || doc.quantity !== before.quantity || doc.newIndex !== before.newIndex;
  const uses = [...(moved ? await freeUsages(ctx, before) : []), ...(read ? await readingChanges(ctx, doc) : [])];
  if (doc.status !== 'ACTIVE' || doc.total === before.total) return uses;
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
      unitId: doc.unitId,
      occurrence: `edit ${doc.version}`,
      lines: billLines(doc),
    })),
  ];
}
