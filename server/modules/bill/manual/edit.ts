import { noticeMonthOf } from '@lobby/shared/billing/dates.ts';
import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addMonths, lastDayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { BehaviourOf, DoneOf } from '../../../kit/records/typed-behaviour.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import { billingSettings } from '../../../platform/billing/settings.ts';
import { assertNotInvoiced } from '../../invoice/index.ts';
import { postings, reversals } from '../../ledger/index.ts';
import { assertNotLocked } from '../../lock-date/index.ts';
import { amountFigures } from '../amounts.ts';
import { failDateOrder } from '../dates.ts';
import { findHomes } from '../homes.ts';
import { billLines, kindsOf } from '../release/books.ts';
import { isTold } from '../release/publish.ts';
import { changesOfRelease, releaseNow } from '../release/release.ts';
import { withDiscount } from '../run/recalculate.ts';
import type { BillDoc, BillValues, ServiceDoc } from '../types.ts';
import { freeUsages } from '../usages.ts';
import { figuresBy, type Known, lastVersion, loadKnown, modeOf, readOf } from './entry.ts';
import { assertSingleInImport } from './import.ts';

/** Fields from which a manual bill is calculated. */
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
/** Discount fields. */
const DISCOUNT: readonly string[] = ['discountType', 'discountPercent', 'discountAmount', 'changeReason'];
/** Fields that identify what a bill is for. */
const PLACE = ['unitId', 'serviceId', 'month', 'createdFor', 'debtMonth'] as const;
/** Fields that decide which usage record belongs to a manual bill. */
const READ_FOR = ['unitId', 'serviceId', 'month', 'mode', 'createdFor'] as const;

/** Refuses closed and too distant months; debt must be older than the first billed month. */
async function assertMonth(ctx: Ctx, whole: BillValues): Promise<void> {
  const { month } = whole;
  if (!month) return;
  const { startMonth } = await billingSettings(ctx.projectId);
  const present = monthOf(todayOf(ctx));
  if (whole.createdFor === 'DEBT') {
    if (month >= (startMonth ?? present))
      failFields({ debtMonth: { code: 'INVALID_DEBT_MONTH' } }, 'INVALID_DEBT_MONTH');
    return;
  }
  if (month > addMonths(present, 1)) failFields({ month: { code: 'INVALID_FEE_MONTH' } }, 'INVALID_FEE_MONTH');
  await assertNotLocked(ctx, 'receivable', monthPeriod(month).end, 'month');
}

/** Whether a service may be billed several times a month; debt may not. */
export const isRepeatable = ({ repeatable }: ServiceDoc, { createdFor }: BillValues): boolean =>
  repeatable === true && createdFor !== 'DEBT';

export const loadService = async ({ projectId }: Ctx, serviceId: string): Promise<ServiceDoc> =>
  (await loadRefs(projectId, service, [serviceId])).get(serviceId) ??
  failFields({ serviceId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');

/** Values of a manual bill merged with those of the bill that they change. */
type Whole = BillValues & { _id?: string };

/** Values of an opening debt: fixed amount, no VAT, due by the end of its month. */
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

/** Refuses dates in the wrong order; opening debt may be due before its accounting date. */
function assertDates({ createdFor, accountingDate, periodStart, periodEnd, dueDate }: BillValues): void {
  if (periodStart && periodEnd && periodStart > periodEnd)
    failDateOrder('periodEnd', { earlier: periodStart, later: periodEnd });
  if (createdFor !== 'DEBT' && accountingDate && dueDate && accountingDate > dueDate)
    failDateOrder('dueDate', { earlier: accountingDate, later: dueDate });
}

/** Completes the values of a manual bill; `known` is passed when many bills of one service and month are written. */
export async function completeValues(
  ctx: Ctx,
  values: BillValues,
  doc: BillDoc | null,
  known?: Known,
): Promise<BillValues> {
  const merged: Whole = { ...doc, ...values };
  if (merged.createdFor === 'DEBT' && !merged.debtMonth) failFields({ debtMonth: { code: 'REQUIRED' } });
  if (merged.createdFor === 'INTEREST') failFields({ createdFor: { code: 'CHOICE_INVALID' } });
  const whole = asDebt(merged);
  if (!whole.month) return failFields({ month: { code: 'REQUIRED' } });
  await assertMonth(ctx, whole);
  const charged = await loadService(ctx, whole.serviceId ?? '');
  const moved = !doc || doc.serviceId !== whole.serviceId;
  if (moved && !charged.active && whole.createdFor !== 'DEBT')
    failFields({ serviceId: { code: 'SERVICE_NOT_ACTIVE' } }, 'SERVICE_NOT_ACTIVE');
  const { month } = whole;
  const mode = modeOf(whole);
  const { start, end } = monthPeriod(month);
  const taxes = mode === 'AMOUNT' && whole.createdFor !== 'DEBT' ? await loadTaxes(ctx, charged, whole) : whole;
  const figures =
    mode === 'AMOUNT'
      ? { periodStart: whole.periodStart ?? start, periodEnd: whole.periodEnd ?? end, ...amountFigures(taxes) }
      : figuresBy(known ?? (await loadKnown(ctx, { service: charged, month }, [whole.unitId ?? ''])), {
          ...whole,
          mode,
        });
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
    repeatable: isRepeatable(charged, whole),
    noticeMonth: values.noticeMonth ?? noticeMonthOf(charged.type, month, figures.periodEnd, settings),
    ...figures,
  };
}

/** Taxes of the tariff, unless the input sets them. */
async function loadTaxes(ctx: Ctx, charged: ServiceDoc, whole: BillValues): Promise<BillValues> {
  if (whole.vatRate !== undefined || !charged.tariffId) return whole;
  const last = await lastVersion(ctx, charged, whole.month ?? '');
  const rate = last?.vatKind === 'RATE' ? last.vat : 0;
  return { ...whole, vatRate: rate, surchargeTax: whole.surchargeTax ?? last?.surchargeTax ?? null };
}

/** Refuses edits that the bill's state forbids (rules.md 8). */
async function assertEditable(ctx: Ctx, doc: BillDoc): Promise<void> {
  if (doc.status === 'CANCELLED') fail('CANNOT_UPDATE_CANCELLED_BILL');
  if (doc.type !== 'NORMAL') fail('CANNOT_UPDATE_ADJUSTMENT_BILL');
  if (doc.adjusted) fail('CANNOT_UPDATE_ADJUSTED_BILL');
  if (doc.paymentState === 'PAID') fail('CANNOT_UPDATE_PAID_BILL');
  if (doc.paid > 0) fail('CANNOT_UPDATE_PARTLY_PAID_BILL');
  if (doc.status !== 'ACTIVE') return;
  await assertNotInvoiced(ctx.projectId, doc._id);
  // Zero bills are also listed on a notice.
  if (doc.noticeId || isTold(doc)) fail('CANNOT_UPDATE_PUBLISHED_BILL');
  if (doc.accountingDate) await assertNotLocked(ctx, 'receivable', doc.accountingDate, { document: doc.code });
}

/** Refuses to change unit, service or month of a released bill, and past due dates. */
function assertChange(ctx: Ctx, doc: BillDoc, values: BillValues): void {
  const moved = PLACE.find(name => name in values && values[name] !== doc[name]);
  if (moved && doc.status === 'ACTIVE') failFields({ [moved]: { code: 'BILL_RELEASED' } }, 'BILL_RELEASED');
  const { dueDate } = values;
  // Opening debt may already be overdue.
  if (dueDate && dueDate !== doc.dueDate && dueDate < todayOf(ctx) && doc.createdFor !== 'DEBT')
    failFields({ dueDate: { code: 'DATE_IN_PAST' } });
}

/** Drops the posting dates from edits of a released bill. */
function keptDays(doc: BillDoc, values: BillValues): BillValues {
  if (doc.status !== 'ACTIVE') return values;
  const { accountingDate: _day, voucherDate: _paper, ...rest } = values;
  return rest;
}

/** Completes a manual bill; of a generated bill only the discount can be edited. */
export const completeBill: NonNullable<BehaviourOf<typeof bill>['check']> = async (ctx, request) => {
  const { kind, doc } = request;
  if (kind === 'restore') return request.values;
  if (kind === 'remove') return doc.status === 'DRAFT' ? request.values : fail('BILL_RELEASED');
  const { release = false, ...sent } = request.values;
  // An imported row with only a debt month is an opening debt.
  const entered: BillValues =
    kind === 'import' && sent.debtMonth && !sent.month ? { ...sent, createdFor: 'DEBT' } : sent;
  if (release && !can(ctx, bill.code, 'updateStatus')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: bill.code });
  if (doc) {
    await assertEditable(ctx, doc);
    assertChange(ctx, doc, entered);
  }
  const values = doc ? keptDays(doc, entered) : entered;
  if (!FIGURES.some(name => name in values)) return doc?.status === 'ACTIVE' ? { ...values, edited: true } : values;
  if (doc?.createType === 'AUTO') {
    // Generated bills are calculated; only their discount can be edited.
    if (FIGURES.some(name => name in values && !DISCOUNT.includes(name) && values[name] !== doc[name]))
      fail('INVALID_BILL_TYPE');
    const discounted = await withDiscount(ctx, doc, values);
    return doc.status === 'ACTIVE' ? { ...discounted, edited: true } : discounted;
  }
  // A changed amount without a mode means mode AMOUNT.
  const isTyped = doc && typeof values.amount === 'number' && !('mode' in values);
  const counted = await completeValues(ctx, isTyped ? { ...values, mode: 'AMOUNT' } : values, doc);
  const { unitId } = values;
  const home = unitId && unitId !== doc?.unitId ? (await findHomes(ctx, [unitId]))(unitId) : null;
  const now = { ...counted, ...home };
  if (kind === 'import') await assertSingleInImport(ctx, request, now);
  if (doc) return doc.status === 'ACTIVE' ? { ...now, edited: true } : now;
  return release ? { ...now, ...(await releaseNow(ctx, now)) } : now;
};

/** Changes that store a manual bill's reading as its usage. */
async function readingChanges(ctx: Ctx, doc: BillDoc, known?: Known): Promise<Change[]> {
  if (doc.createType !== 'MANUAL' || doc.createdFor !== 'SERVICE' || modeOf(doc) === 'AMOUNT') return [];
  const charged = await loadService(ctx, doc.serviceId);
  const facts = known ?? (await loadKnown(ctx, { service: charged, month: doc.month }, [doc.unitId]));
  return (await readOf(facts, doc)?.changes(ctx, doc._id)) ?? [];
}

/** Changes that come with a new bill: its reading, and its posting if it is released at once. */
export const changesWith = async (ctx: Ctx, doc: BillDoc, known?: Known): Promise<Change[]> => [
  ...(await readingChanges(ctx, doc, known)),
  ...(doc.status === 'ACTIVE' ? await changesOfRelease(ctx, doc) : []),
];

/** Updates the usage of an edited bill; if the total of a released bill changed, its entry is reversed and posted again. */
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
  const day = doc.accountingDate ?? fail('BILL_NOT_RELEASED');
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
