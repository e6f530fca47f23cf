import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { NOTICE_CHANNELS, NOTICE_KINDS, SENDING_STATES } from './notice-sending.ts';

const SUM = { kind: 'money', readOnly: true, initial: 0 } as const;
const DETAIL = { ...SUM, detailOnly: true } as const;
const INDEX = { kind: 'decimal', places: 3 } as const;
const MONEY = { kind: 'money', min: -2_000_000_000_000 } as const;
const DATE = { kind: 'date', readOnly: true, detailOnly: true } as const;
const LINES = { kind: 'lines', max: 500, readOnly: true, detailOnly: true } as const;

export const NOTICE_DATES = ['sendingDate', 'closingDate', 'dueDate', 'debtDueDate', 'interestDate'] as const;
/** Statuses in which residents see a notice. */
export const SENT = ['PUBLISHED', 'EDITED'] as const;
/** Result or preview of creating a month's notices; `sum` in VND. */
export interface NoticesBuilt {
  units: number;
  made: number;
  rebuilt: number;
  known: number;
  sum: number;
  skipped: { unitId: string; code: 'NOTICE_NOT_ABOVE_DEBT' | 'FEE_DATE_IN_PAST' }[];
}

const DATES = Object.fromEntries(NOTICE_DATES.map(name => [name, { kind: 'date' }])) as {
  [K in (typeof NOTICE_DATES)[number]]: { kind: 'date' };
};

/** A fee notice to a unit: bills of a month, carried-over debts, due date and VietQR. */
export const feeNotice = defineModule({
  name: 'fee-notice',
  emptyChoice: 'EMPTY_BILL_SELECTED',
  code: 'FEE_NOTICE',
  path: '/fee-notice',
  route: 'send-invoices',
  icon: 'mail',
  menu: { group: 'fees', order: 8, key: 'feeNotices' },
  prefix: 'TBP',
  title: 'code',
  matter: 'feeMonth',
  flags: ['read', 'write', 'export', 'updateStatus'],
  calls: ['list', 'detail', 'export', 'badges', 'activities', 'options'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    /** Sequential number among the notices of a month. */
    number: { kind: 'integer', min: 1, readOnly: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    blockId: { kind: 'ref', to: 'block', readOnly: true },
    floorId: { kind: 'ref', to: 'floor', readOnly: true },
    /** The householder at creation; null if the notice is addressed to the unit. */
    residentId: { kind: 'ref', to: 'resident', readOnly: true, holds: [] },
    /** Name of the householder at creation, or the unit's code. */
    addressee: { kind: 'text', tells: true, max: 150, readOnly: true, search: true },
    /** Month in which it is sent; the bills on it may be of another. */
    month: { kind: 'month', required: true },
    feeMonth: { kind: 'month', readOnly: true },
    day: { kind: 'date', required: true },
    sendingDate: DATE,
    /** Payments up to this date are included. */
    closingDate: DATE,
    dueDate: { kind: 'date' },
    debtDueDate: DATE,
    interestDate: DATE,
    bills: { kind: 'integer', readOnly: true, initial: 0 },
    /** Bills of the notice month. */
    lines: {
      ...LINES,
      shown: ['createdFor', 'serviceId', 'month', 'total', 'paid'],
      of: {
        billId: { kind: 'ref', to: 'bill' },
        serviceId: { kind: 'ref', to: 'service' },
        createdFor: { kind: 'choice', options: ['SERVICE', 'DEBT', 'INTEREST'] },
        content: { kind: 'text', max: 300 },
        month: { kind: 'month' },
        periodStart: { kind: 'date' },
        periodEnd: { kind: 'date' },
        oldIndex: INDEX,
        newIndex: INDEX,
        quantity: INDEX,
        net: MONEY,
        vat: MONEY,
        surcharge: MONEY,
        discount: MONEY,
        total: MONEY,
        paid: MONEY,
      },
    },
    /** Older bills with an amount left on the closing date. */
    debtLines: {
      ...LINES,
      shown: ['serviceId', 'month', 'dueDate', 'left', 'paid'],
      of: {
        billId: { kind: 'ref', to: 'bill' },
        serviceId: { kind: 'ref', to: 'service' },
        code: { kind: 'text', max: 30 },
        month: { kind: 'month' },
        dueDate: { kind: 'date' },
        left: MONEY,
        paid: MONEY,
      },
    },
    newTotal: SUM,
    paidBefore: DETAIL,
    debtTotal: SUM,
    interestTotal: SUM,
    paidAfterClosing: DETAIL,
    /** Amount at publication; `remaining` follows the ledger. */
    totalPayment: SUM,
    remaining: SUM,
    paymentState: {
      kind: 'choice',
      options: ['UNPAID', 'PARTIAL_PAID', 'PAID'],
      initial: 'UNPAID',
      readOnly: true,
      states: {
        UNPAID: { tone: 'waiting', icon: 'clock' },
        PARTIAL_PAID: { tone: 'going', icon: 'circle-dot' },
        PAID: { tone: 'done', icon: 'circle-check' },
      },
    },
    accountBalance: DETAIL,
    advanceBalance: DETAIL,
    revision: { kind: 'integer', readOnly: true, initial: 0 },
    printed: { kind: 'flag' },
    /** Time of the latest printing, and number of printings over all revisions. */
    printedAt: { kind: 'instant', readOnly: true, detailOnly: true },
    printCount: { kind: 'integer', initial: 0, readOnly: true, detailOnly: true },
    /** Whether the current revision was sent; time of the latest sending. */
    sent: { kind: 'flag', readOnly: true },
    sentAt: { kind: 'instant', readOnly: true },
    /** Sendings to the household, updated by delivery results. */
    sendings: {
      ...LINES,
      staffOnly: true,
      of: {
        at: { kind: 'instant' },
        kind: { kind: 'choice', options: NOTICE_KINDS },
        channel: { kind: 'choice', options: NOTICE_CHANNELS },
        status: { kind: 'choice', options: SENDING_STATES },
      },
    },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  unique: [
    {
      fields: ['unitId', 'month'],
      where: { status: ['UNPUBLISHED', 'DO_NOT_PUBLISH', 'PUBLISHED', 'EDITED'] },
      code: 'NOTICE_EXISTS',
    },
  ],
  statuses: {
    UNPUBLISHED: { tone: 'waiting', icon: 'circle-dot' },
    PUBLISHED: { tone: 'done', icon: 'circle-check' },
    EDITED: { tone: 'waiting', icon: 'clock' },
    DO_NOT_PUBLISH: { tone: 'ended', icon: 'ban' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'UNPUBLISHED',
  actions: {
    publish: { from: ['UNPUBLISHED', 'EDITED'], to: 'PUBLISHED', flag: 'updateStatus', multi: true, key: 'b' },
    rebuild: { from: ['UNPUBLISHED', 'EDITED'], flag: 'write', multi: true, input: DATES },
    hold: { from: ['UNPUBLISHED'], to: 'DO_NOT_PUBLISH', flag: 'updateStatus', reason: true, multi: true },
    unhold: { from: ['DO_NOT_PUBLISH'], to: 'UNPUBLISHED', flag: 'updateStatus', multi: true },
    // Sent once per generated file; each further printing counts again.
    'mark-printed': { from: SENT, flag: 'updateStatus', multi: true },
    cancel: {
      from: ['UNPUBLISHED', 'DO_NOT_PUBLISH', ...SENT],
      to: 'CANCELLED',
      flag: 'updateStatus',
      reason: true,
      danger: true,
      multi: true,
    },
  },
  money: {
    amount: ['totalPayment'],
    left: 'remaining',
    subject: ['feeMonth'],
    state: { field: 'paymentState', in: SENT },
    due: 'dueDate',
    owed: true,
    unsaid: ['month', 'number', 'residentId'],
    parts: {
      lines: ['lines', 'debtLines'],
      amounts: [
        'newTotal',
        'debtTotal',
        'interestTotal',
        'paidBefore',
        'paidAfterClosing',
        'accountBalance',
        'advanceBalance',
      ],
      papers: [
        'day',
        'sendingDate',
        'closingDate',
        'debtDueDate',
        'interestDate',
        'revision',
        'printed',
        'printedAt',
        'printCount',
        'sent',
        'sentAt',
        'sendings',
        'reason',
      ],
    },
  },
  resident: { statuses: SENT, sinceDay: 'month' },
  list: {
    columns: [
      'code',
      'number',
      'unitId',
      'feeMonth',
      'month',
      'addressee',
      'residentId',
      'bills',
      'newTotal',
      'debtTotal',
      'interestTotal',
      'totalPayment',
      'remaining',
      'paymentState',
      'dueDate',
      'day',
      'revision',
      'printed',
      'sentAt',
      'blockId',
      'floorId',
      'createdAt',
      'status',
    ],
    deciding: ['unitId', 'residentId', 'feeMonth', 'totalPayment', 'remaining', 'dueDate', 'paymentState'],
    hidden: ['month', 'number', 'addressee', 'day', 'createdAt', 'interestTotal', 'revision', 'blockId', 'floorId'],
    sorts: ['unitId', 'number', 'totalPayment', 'dueDate', 'createdAt'],
    defaultSort: '-createdAt',
    filters: [
      'status',
      'month',
      'unitId',
      'blockId',
      'floorId',
      'residentId',
      'paymentState',
      'printed',
      'sent',
      'dueDate',
      'createdAt',
    ],
    indexed: ['unitId'],
    tabs: {
      published: { status: { in: SENT } },
      unpublished: { status: { in: ['UNPUBLISHED'] } },
      held: { status: { in: ['DO_NOT_PUBLISH'] } },
      cancelled: { status: { in: ['CANCELLED'] } },
      all: {},
    },
  },
  errors: {
    BILL_FORM_NOT_SELECTED: 400,
    NOTICE_EXISTS: 409,
    FEE_NOTICE_PAID: 409,
    FEE_PERIOD_DIFFERENT: 409,
    FEE_DATES_ORDER: 422,
    FEE_DATE_IN_PAST: 422,
    NOTICE_NOT_ABOVE_DEBT: 422,
    NOTICE_ACCOUNT_MISSING: 422,
  },
});

export type FeeNotice = DocOf<typeof feeNotice>;
export type FeeNoticeRow = RowOf<typeof feeNotice>;
