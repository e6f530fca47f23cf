import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { BILL_ACTS } from './bill-acts.ts';
import { INVOICED_FIELDS } from './invoice-states.ts';

const SUM = { kind: 'money', readOnly: true, initial: 0 } as const;
const INDEX = { kind: 'decimal', places: 3 } as const;
const DETAIL = { ...SUM, detailOnly: true } as const;
/** Negative for downward adjustments, so that bills and adjustments add up to the amount owed. */
const SIGNED = { ...SUM, min: -2_000_000_000_000 } as const;

export const PAYMENT_STATES = ['EMPTY', 'UNPAID', 'PARTIAL_PAID', 'PAID'] as const;
/** Visibility to residents, which follows from fee notices. */
export const PUBLICATIONS = ['NOT_PUBLISHABLE', 'UNPUBLISHED', 'DO_NOT_PUBLISH', 'PUBLISHED', 'EDITED'] as const;
/** Publications that residents see. */
export const TOLD = ['PUBLISHED', 'EDITED'] as const;
/** How a manual bill is calculated. */
export const BILL_MODES = ['QUANTITY', 'INDEX', 'AMOUNT'] as const;
export const BILL_TYPES = ['NORMAL', 'ADJUST_UP', 'ADJUST_DOWN'] as const;

/**
 * A charge of a unit for one service and month (domain.md, Bill). Drafts have no effect; released bills are posted to
 * the ledger.
 */
export const bill = defineModule({
  name: 'bill',
  emptyChoice: 'EMPTY_BILL_SELECTED',
  code: 'BILL',
  path: '/bill',
  route: 'bill-list',
  icon: 'receipt',
  menu: { group: 'fees', order: 7, key: 'bills', makes: true },
  prefix: 'HD',
  linked: ['originalId', 'month'],
  title: 'code',
  matter: 'serviceId',
  flags: ['read', 'write', 'delete', 'export', 'approve', 'updateStatus', 'aggregate'],
  // Bills that residents were notified of, or that are paid, are only changed by adjustments.
  fixedBy: [
    { status: ['CANCELLED'] },
    { type: ['ADJUST_UP', 'ADJUST_DOWN'] },
    { adjusted: ['true'] },
    { paymentState: ['PARTIAL_PAID', 'PAID'] },
    { publication: TOLD },
  ],
  removedIn: ['DRAFT'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    /** Copies of the unit's block, floor and householder at creation. */
    blockId: { kind: 'ref', to: 'block', readOnly: true },
    floorId: { kind: 'ref', to: 'floor', readOnly: true },
    residentId: { kind: 'ref', to: 'resident', readOnly: true, holds: [] },
    serviceId: { kind: 'ref', to: 'service', required: true, search: true },
    /** For a debt, the month it is from. */
    month: { kind: 'month', begins: 'today', required: true, derivedFrom: 'debtMonth' },
    noticeMonth: { kind: 'month' },
    content: { kind: 'text', max: 300 },
    /** For manual bills: an amount, or a quantity or meter readings priced by the tariff. */
    mode: { kind: 'choice', options: BILL_MODES, detailOnly: true },
    amount: { kind: 'money', min: 1, detailOnly: true },
    vatRate: { kind: 'percent', detailOnly: true },
    vatIncluded: { kind: 'flag', detailOnly: true },
    surchargeTax: { kind: 'percent', detailOnly: true },
    discountType: { kind: 'choice', options: ['PERCENT', 'FIXED'], detailOnly: true },
    discountPercent: { kind: 'percent', detailOnly: true, visibleWhen: { discountType: ['PERCENT'] } },
    discountAmount: { kind: 'money', detailOnly: true, visibleWhen: { discountType: ['FIXED'] } },
    changeReason: { kind: 'longText', max: 1000, detailOnly: true },
    /** For debts from before the unit was billed here: the month they are from. */
    debtMonth: { kind: 'month', detailOnly: true, visibleWhen: { createdFor: ['DEBT'] } },
    dueDate: { kind: 'date' },
    type: { kind: 'choice', options: BILL_TYPES, initial: 'NORMAL', readOnly: true },
    createType: { kind: 'choice', options: ['AUTO', 'MANUAL'], initial: 'MANUAL', readOnly: true },
    createdFor: { kind: 'choice', options: ['SERVICE', 'DEBT', 'INTEREST'], initial: 'SERVICE' },
    onBooks: { kind: 'flag', readOnly: true, internal: true },
    periodStart: { kind: 'date', detailOnly: true },
    periodEnd: { kind: 'date', detailOnly: true },
    oldIndex: { ...INDEX, detailOnly: true },
    newIndex: { ...INDEX, detailOnly: true },
    rolled: { kind: 'flag', detailOnly: true },
    coefficient: { kind: 'decimal', places: 4, min: 0.0001, max: 10_000, detailOnly: true },
    /** Readings of each meter. */
    readings: {
      kind: 'lines',
      max: 20,
      readOnly: true,
      detailOnly: true,
      of: {
        meter: { kind: 'text', max: 30 },
        oldIndex: INDEX,
        newIndex: INDEX,
        coefficient: { kind: 'decimal', places: 4 },
        used: INDEX,
        readAt: { kind: 'instant' },
      },
    },
    quantity: INDEX,
    allowance: { ...INDEX, readOnly: true, detailOnly: true },
    items: {
      kind: 'lines',
      max: 60,
      readOnly: true,
      detailOnly: true,
      of: {
        kind: { kind: 'choice', options: ['TIER', 'UNIT', 'PERCENT', 'VEHICLE', 'FIXED_FEE', 'DISCOUNT', 'INTEREST'] },
        /** Number of a price tier, or plate of a vehicle. */
        key: { kind: 'text', max: 40 },
        quantity: INDEX,
        price: { kind: 'money', min: -2_000_000_000_000 },
        percent: { kind: 'percent' },
        days: { kind: 'integer' },
        ofDays: { kind: 'integer' },
        amount: { kind: 'money', min: -2_000_000_000_000 },
        versionId: { kind: 'ref', to: 'tariff-version' },
      },
    },
    gross: DETAIL,
    discount: SIGNED,
    net: SIGNED,
    surcharge: SIGNED,
    vat: SIGNED,
    /** Total at release; for an adjustment, the change of the adjusted bill. */
    originalTotal: SIGNED,
    /** Total including adjustments; adjustments themselves have 0. */
    total: SUM,
    /** Keys of remarks on the calculation. */
    notes: { kind: 'text', max: 200, readOnly: true, internal: true, detailOnly: true },
    /** Payments moved to the unit account when the bill was lowered below them, by document. */
    surplus: {
      kind: 'lines',
      max: 100,
      readOnly: true,
      internal: true,
      detailOnly: true,
      staffOnly: true,
      of: {
        type: { kind: 'choice', options: ['receipt', 'account-movement'] },
        documentId: { kind: 'text', max: 40 },
        amount: { kind: 'money' },
      },
    },
    paid: SUM,
    writtenOff: DETAIL,
    remaining: SUM,
    paymentState: {
      kind: 'choice',
      options: PAYMENT_STATES,
      initial: 'UNPAID',
      readOnly: true,
      states: {
        EMPTY: { tone: 'ended', icon: 'check' },
        UNPAID: { tone: 'waiting', icon: 'clock' },
        PARTIAL_PAID: { tone: 'going', icon: 'circle-dot' },
        PAID: { tone: 'done', icon: 'circle-check' },
      },
    },
    /** Late interest accrued but not charged by an interest bill yet, and the part already charged. */
    interest: SUM,
    interestCharged: DETAIL,
    late: { kind: 'flag', readOnly: true },
    interestLines: {
      kind: 'lines',
      max: 400,
      readOnly: true,
      detailOnly: true,
      of: {
        from: { kind: 'date' },
        to: { kind: 'date' },
        base: { kind: 'money' },
        rate: { kind: 'percent' },
        days: { kind: 'integer' },
        amount: { kind: 'money' },
        billId: { kind: 'ref', to: 'bill' },
        waived: { kind: 'flag' },
      },
    },
    waivers: {
      kind: 'lines',
      max: 100,
      readOnly: true,
      internal: true,
      detailOnly: true,
      staffOnly: true,
      of: {
        id: { kind: 'text', max: 30 },
        amount: { kind: 'money' },
        day: { kind: 'date' },
        reason: { kind: 'longText', max: 1000 },
        /** The interest bill that took this open waiver into account. */
        chargedBy: { kind: 'text', max: 30 },
        /** The interest bill that was lowered. */
        of: { kind: 'text', max: 30 },
        reversed: { kind: 'flag' },
      },
    },
    adjusted: { kind: 'flag', readOnly: true },
    /** Disputed by the household; date by which it promised to pay. */
    disputed: { kind: 'flag', readOnly: true },
    promisedOn: { kind: 'date', readOnly: true, detailOnly: true },
    /** Past due with an amount remaining, as of this morning. */
    overdue: { kind: 'flag', readOnly: true },
    overdueDays: { kind: 'integer', readOnly: true, initial: 0 },
    publication: { kind: 'choice', options: PUBLICATIONS, initial: 'NOT_PUBLISHABLE', readOnly: true },
    ...INVOICED_FIELDS,
    noticeId: { kind: 'ref', to: 'fee-notice', readOnly: true, detailOnly: true },
    originalId: { kind: 'ref', to: 'bill', readOnly: true },
    /** For late interest, the voucher that charged it and pays it. */
    causeId: { kind: 'text', max: 40, key: true, readOnly: true, internal: true, detailOnly: true, staffOnly: true },
    /** For a draft, the accounting date used at release. */
    accountingDate: { kind: 'date', books: 'RECEIVABLE' },
    voucherDate: { kind: 'date', detailOnly: true },
    note: { kind: 'longText', max: 1000, detailOnly: true, staffOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true, staffOnly: true },
    /** Input: release at once. */
    release: { kind: 'flag', internal: true, detailOnly: true, staffOnly: true },
    /** Edited after its release. */
    edited: { kind: 'flag', readOnly: true, detailOnly: true },
    runId: { kind: 'ref', to: 'bill-run', readOnly: true, staffOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    /** Copied from the service: several bills per month are allowed. */
    repeatable: { kind: 'flag', readOnly: true, internal: true, detailOnly: true },
  },
  unique: [
    {
      fields: ['unitId', 'serviceId', 'month', 'createdFor'],
      where: {
        type: ['NORMAL'],
        status: ['DRAFT', 'ACTIVE'],
        createdFor: ['SERVICE', 'DEBT'],
        repeatable: [false],
      },
      code: 'BILL_ALREADY_EXISTS',
      field: 'month',
    },
  ],
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'circle-dot' },
    ACTIVE: { tone: 'done', icon: 'circle-check' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'DRAFT',
  actions: BILL_ACTS,
  money: {
    amount: ['total', 'originalTotal', 'amount'],
    left: 'remaining',
    subject: ['createdFor', 'serviceId', 'month'],
    state: { field: 'paymentState', in: ['ACTIVE'] },
    due: 'dueDate',
    owed: true,
    unsaid: ['debtMonth', 'mode', 'createType', 'late', 'overdue', 'overdueDays', 'interestLines'],
    parts: {
      readings: ['oldIndex', 'newIndex', 'rolled', 'coefficient', 'readings', 'allowance'],
      calculation: [
        'periodStart',
        'periodEnd',
        'quantity',
        'items',
        'gross',
        'discountType',
        'discountPercent',
        'discountAmount',
        'discount',
        'net',
        'vatRate',
        'vatIncluded',
        'vat',
        'surcharge',
        'surchargeTax',
        'originalTotal',
      ],
      payment: ['residentId', 'paid', 'writtenOff', 'promisedOn', 'disputed', 'interest', 'interestCharged'],
      papers: [
        'noticeId',
        'noticeMonth',
        'publication',
        'eInvoice',
        'eInvoiceNumber',
        'accountingDate',
        'voucherDate',
        'type',
        'adjusted',
        'edited',
        'originalId',
        'changeReason',
        'attachments',
      ],
      cancel: ['reason'],
    },
  },
  resident: { statuses: ['ACTIVE'], only: { publication: TOLD }, sinceDay: 'noticeMonth' },
  list: {
    columns: [
      'code',
      'unitId',
      'serviceId',
      'month',
      'residentId',
      'noticeMonth',
      'quantity',
      'discount',
      'net',
      'surcharge',
      'vat',
      'originalTotal',
      'total',
      'paid',
      'remaining',
      'paymentState',
      'dueDate',
      'interest',
      'type',
      'createType',
      'createdFor',
      'accountingDate',
      'overdue',
      'overdueDays',
      'publication',
      'eInvoice',
      'eInvoiceNumber',
      'blockId',
      'floorId',
      'createdAt',
      'status',
    ],
    deciding: ['unitId', 'serviceId', 'month', 'total', 'remaining', 'dueDate', 'paymentState'],
    sorts: ['unitId', 'total', 'dueDate', 'createdAt'],
    defaultSort: '-createdAt',
    tabSorts: { owed: 'dueDate' },
    waits: {
      drafts: {
        as: 'today',
        where: { status: { in: ['DRAFT'] } },
        flag: 'approve',
        by: 'createdAt',
        sum: 'total',
        does: 'release',
      },
    },
    filters: [
      'status',
      'month',
      'noticeMonth',
      'serviceId',
      'unitId',
      'blockId',
      'floorId',
      'residentId',
      'paymentState',
      'type',
      'createType',
      'createdFor',
      'late',
      'overdue',
      'publication',
      'eInvoice',
      'runId',
      'dueDate',
      'accountingDate',
      'createdAt',
    ],
    indexed: ['unitId', 'serviceId', 'runId', 'paymentState'],
    means: {
      payment: {
        RECEIVABLES: [{ status: { in: ['ACTIVE'] }, total: { from: '1' } }],
        PAID: [{ status: { in: ['ACTIVE'] }, paymentState: { in: ['PAID'] } }],
        REMAINING_RECEIVABLES: [
          { status: { in: ['ACTIVE'] }, remaining: { from: '1' } },
          { status: { in: ['ACTIVE'] }, interest: { from: '1' } },
        ],
      },
    },
    marks: {
      late: { late: { in: ['true'] } },
      overdue: { overdue: { in: ['true'] }, paymentState: { in: ['UNPAID', 'PARTIAL_PAID'] } },
      adjustments: { type: { in: ['ADJUST_UP', 'ADJUST_DOWN'] } },
      held: { publication: { in: ['DO_NOT_PUBLISH'] } },
    },
    tabs: {
      owed: { status: { in: ['ACTIVE'] }, paymentState: { in: ['UNPAID', 'PARTIAL_PAID'] } },
      drafts: { status: { in: ['DRAFT'] } },
      paid: { status: { in: ['ACTIVE'] }, paymentState: { in: ['PAID', 'EMPTY'] } },
      cancelled: { status: { in: ['CANCELLED'] } },
      all: {},
    },
  },
  errors: {
    BILL_ALREADY_EXISTS: 409,
    BILL_OUTDATED: 409,
    BILL_RELEASED: 409,
    BILL_MANUAL_AMOUNT: 422,
    CANNOT_UPDATE_CANCELLED_BILL: 409,
    CANNOT_UPDATE_ADJUSTMENT_BILL: 409,
    CANNOT_UPDATE_ADJUSTED_BILL: 409,
    CANNOT_UPDATE_PAID_BILL: 409,
    CANNOT_UPDATE_PARTLY_PAID_BILL: 409,
    CANNOT_UPDATE_PUBLISHED_BILL: 409,
    BILL_DEBT_CANNOT_BE_CANCELLED: 409,
    INVALID_BILL_TYPE: 422,
    INVALID_DISCOUNT: 422,
    INVALID_DEBT_MONTH: 422,
    INVALID_INDEX: 422,
    INVALID_DATES: 422,
    NO_AREA: 422,
    AMOUNT_TOO_LARGE: 422,
    INVALID_FEE_MONTH: 422,
    SERVICE_NOT_ACTIVE: 422,
    BILL_PUBLISHED: 409,
    BILL_PAID: 409,
    BILL_PARTLY_PAID: 409,
    ADJUSTMENT_ALREADY_EXISTS: 409,
    CANNOT_ADJUST_ADJUSTMENT: 409,
    ADJUSTMENT_SURPLUS_USED: 409,
    ADJUSTMENT_AMOUNT_INVALID: 422,
    ADJUSTMENT_AMOUNT_MISSING: 422,
    ADJUSTMENT_MONTH_INVALID: 422,
    BILL_NOT_RELEASED: 409,
    BILL_ADJUSTED: 409,
    BILL_WRITTEN_OFF: 409,
    BILL_CANCELLED: 409,
    BILL_HAS_INTEREST: 409,
    BILL_NOT_OVERDUE: 409,
    INTEREST_WAIVE_INVALID: 422,
    BILL_FEE_PERIOD_DIFFERENT: 409,
    NO_TARIFF: 422,
    data_is_locked: 422,
  },
  imports: true,
});

export function paymentState(total: number, paid: number): (typeof PAYMENT_STATES)[number] {
  if (total === 0) return 'EMPTY';
  if (paid === 0) return 'UNPAID';
  return paid < total ? 'PARTIAL_PAID' : 'PAID';
}

export type Bill = DocOf<typeof bill>;
export type BillRow = RowOf<typeof bill>;
