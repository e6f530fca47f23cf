import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { CODE_OF_ORIGIN, fundBy, METHODS } from './voucher.ts';

const SUM = { kind: 'money', readOnly: true, initial: 0 } as const;
const AMOUNT = { kind: 'money', min: 1, required: true } as const;
const METHOD = { kind: 'choice', options: METHODS, required: true } as const;
const FUND = {
  kind: 'ref',
  to: 'fund',
  required: true,
  staffOnly: true,
  fits: fundBy('method'),
  invalidRefCode: 'PAYMENT_METHOD_INVALID',
} as const;
const DAY = { kind: 'date' } as const;
const BOOKED = { ...DAY, books: 'TRANSACTION' } as const;

/** Origin of a deposit: manual, or the form or booking that requires it. */
export const DEPOSIT_ORIGINS = ['MANUAL', 'CONSTRUCTION', 'CARD', 'BOOKING', 'TRANSFER', 'IMPORT'] as const;
export type DepositOrigin = (typeof DEPOSIT_ORIGINS)[number];

export const DEPOSIT_KINDS = ['CONSTRUCTION', 'CARD', 'BOOKING', 'CONTRACT', 'KEY', 'OTHER'] as const;
export type DepositKind = (typeof DEPOSIT_KINDS)[number];
export const kindOfOrigin = (origin: DepositOrigin | null): DepositKind =>
  DEPOSIT_KINDS.find(kind => kind === origin) ?? 'OTHER';

/** Ways in which money leaves a deposit without a refund. */
export const DEPOSIT_MOVES = ['TRANSFER', 'KEEP'] as const;
export type DepositMove = (typeof DEPOSIT_MOVES)[number];
const MOVE_KEY = { kind: 'text', max: 40, key: true } as const;

const ORIGIN = {
  kind: { kind: 'choice', options: DEPOSIT_KINDS, initial: 'OTHER' },
  origin: { kind: 'choice', options: DEPOSIT_ORIGINS, initial: 'MANUAL', readOnly: true },
  /** Code of the form or booking. */
  originCode: { kind: 'text', max: 40, readOnly: true, search: true, codeOf: CODE_OF_ORIGIN },
  originId: { kind: 'text', max: 40, key: true, internal: true, readOnly: true, detailOnly: true },
} as const;

/** A deposit paid by a unit and returned later (domain.md, Money 1); refunds never exceed what was paid. */
export const deposit = defineModule({
  name: 'deposit',
  code: 'DEPOSIT',
  path: '/deposit',
  route: 'deposit',
  icon: 'coins',
  menu: { group: 'payments', order: 6, key: 'deposits', makes: true },
  prefix: 'COC',
  title: 'code',
  flags: ['read', 'write', 'export', 'updateStatus', 'transfer', 'aggregate'],
  calls: ['list', 'detail', 'create', 'update', 'options', 'activities', 'export', 'badges'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    payerName: { kind: 'text', tells: true, max: 150, required: true, search: true },
    content: { kind: 'text', max: 300, search: true },
    amount: AMOUNT,
    method: METHOD,
    fundId: FUND,
    accountingDate: { kind: 'date', books: 'TRANSACTION', begins: 'today', required: true },
    /** When the refund is due; `toGiveBack`: the form has ended or the day has passed. */
    dueBackOn: { kind: 'date' },
    toGiveBack: { kind: 'flag', readOnly: true },
    remaining: SUM,
    refundAmount: SUM,
    transferred: SUM,
    kept: SUM,
    /** Refunds, each with its fund and payslip. */
    refunds: {
      kind: 'lines',
      max: 50,
      readOnly: true,
      staffOnly: true,
      detailOnly: true,
      of: {
        day: { kind: 'date', required: true },
        amount: AMOUNT,
        fundId: { kind: 'ref', to: 'fund' },
        payslipId: { kind: 'ref', to: 'payslip' },
      },
    },
    /** Transfers and forfeitures with their journal entries; only the latest one in force can be reversed. */
    moves: {
      kind: 'lines',
      max: 50,
      readOnly: true,
      staffOnly: true,
      detailOnly: true,
      shown: ['act', 'day', 'amount', 'toUnitId', 'reason', 'canceledOn'],
      of: {
        key: MOVE_KEY,
        act: { kind: 'choice', options: DEPOSIT_MOVES, required: true },
        day: { kind: 'date', required: true },
        amount: AMOUNT,
        toUnitId: { kind: 'ref', to: 'unit' },
        depositId: MOVE_KEY,
        entryId: MOVE_KEY,
        reason: { kind: 'longText', max: 1000 },
        canceledOn: { kind: 'date' },
      },
    },
    /** Act of the latest move in force. */
    lastMove: { kind: 'choice', options: DEPOSIT_MOVES, internal: true, readOnly: true, detailOnly: true },
    photos: { kind: 'files', max: 20, images: true, readOnly: true, detailOnly: true },
    ...ORIGIN,
    /** Null where no fund has received it here: taken over from an earlier system, or not paid in yet. */
    receiptId: { kind: 'ref', to: 'receipt', readOnly: true, detailOnly: true },
    requestId: { kind: 'ref', to: 'deposit-request', readOnly: true },
    confirmed: { kind: 'flag', readOnly: true },
    confirmedAt: { kind: 'instant', readOnly: true },
    cashierId: { kind: 'ref', to: 'employee', readOnly: true, staffOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  money: {
    amount: ['amount'],
    subject: ['kind'],
    on: 'accountingDate',
    person: 'payerName',
    owed: true,
    parts: {
      amounts: ['remaining', 'refundAmount', 'transferred', 'kept', 'dueBackOn', 'toGiveBack'],
      refund: ['refunds'],
      moves: ['moves'],
      payment: ['method', 'fundId', 'receiptId', 'confirmed', 'confirmedAt', 'cashierId'],
      papers: ['origin', 'originCode', 'content', 'requestId', 'attachments', 'photos', 'reason'],
    },
  },
  statuses: {
    DEPOSITED: { tone: 'going', icon: 'circle-dot' },
    REFUNDED: { tone: 'done', icon: 'circle-check' },
    TRANSFERRED: { tone: 'done', icon: 'check' },
    KEPT: { tone: 'ended', icon: 'ban' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'DEPOSITED',
  editedIn: ['DEPOSITED'],
  actions: {
    confirm: {
      from: ['DEPOSITED'],
      flag: 'updateStatus',
      when: { confirmed: ['false'] },
      togglesFlag: true,
      multi: true,
    },
    refund: {
      from: ['DEPOSITED'],
      to: 'REFUNDED',
      flag: 'updateStatus',
      input: {
        amount: AMOUNT,
        method: METHOD,
        fundId: FUND,
        accountingDate: BOOKED,
        reason: { kind: 'longText', max: 1000 },
      },
    },
    transfer: {
      aside: true,
      from: ['DEPOSITED'],
      to: 'TRANSFERRED',
      flag: 'transfer',
      input: {
        amount: AMOUNT,
        target: { kind: 'choice', options: ['UNIT_ACCOUNT', 'DEPOSIT'], initial: 'UNIT_ACCOUNT' },
        toUnitId: { kind: 'ref', to: 'unit' },
        accountingDate: BOOKED,
      },
    },
    keep: {
      from: ['DEPOSITED'],
      to: 'KEPT',
      flag: 'updateStatus',
      reason: true,
      danger: true,
      input: {
        amount: { kind: 'money', min: 1 },
        categoryId: { kind: 'ref', to: 'voucher-category', where: { kind: 'INCOME' } },
        accountingDate: BOOKED,
        photos: { kind: 'files', max: 5, images: true },
      },
    },
    'take-back': {
      from: ['DEPOSITED', 'TRANSFERRED', 'KEPT'],
      to: 'DEPOSITED',
      flag: 'updateStatus',
      when: { lastMove: DEPOSIT_MOVES },
      reason: true,
      danger: true,
    },
    cancel: { from: ['DEPOSITED'], to: 'CANCELLED', flag: 'updateStatus', reason: true, danger: true },
    // The payslip of its refund was cancelled.
    reopen: { from: ['DEPOSITED', 'REFUNDED'], to: 'DEPOSITED', flag: 'updateStatus', by: 'system' },
  },
  resident: {},
  list: {
    columns: [
      'code',
      'accountingDate',
      'unitId',
      'payerName',
      'amount',
      'remaining',
      'refundAmount',
      'kind',
      'origin',
      'originCode',
      'method',
      'fundId',
      'confirmed',
      'dueBackOn',
      'toGiveBack',
      'content',
      'cashierId',
      'createdAt',
      'status',
    ],
    deciding: ['accountingDate', 'unitId', 'amount', 'remaining', 'status'],
    hidden: ['origin', 'method', 'fundId', 'content', 'cashierId', 'createdAt'],
    sorts: ['accountingDate', 'createdAt'],
    defaultSort: '-createdAt',
    waits: {
      toGiveBack: {
        as: 'today',
        where: { toGiveBack: { in: ['true'] }, status: { in: ['DEPOSITED'] } },
        flag: 'write',
        by: 'dueBackOn',
        sum: 'amount',
        does: 'payOut',
      },
    },
    filters: [
      'status',
      'kind',
      'origin',
      'unitId',
      'method',
      'fundId',
      'confirmed',
      'toGiveBack',
      'dueBackOn',
      'cashierId',
      'accountingDate',
      'createdAt',
    ],
    indexed: ['unitId', 'fundId'],
    tabs: {
      held: { status: { in: ['DEPOSITED'] } },
      toGiveBack: { toGiveBack: { in: ['true'] }, status: { in: ['DEPOSITED'] } },
      refunded: { status: { in: ['REFUNDED', 'TRANSFERRED'] } },
      ended: { status: { in: ['KEPT', 'CANCELLED'] } },
      all: {},
    },
    marks: { unconfirmed: { confirmed: { in: ['false'] }, status: { in: ['DEPOSITED'] } } },
  },
  errors: {
    VOUCHER_OF_SPLIT_LINE: 409,
    REFUND_EXCEEDS_DEPOSIT: 422,
    DEPOSIT_PARTIAL_REFUND_OFF: 422,
    DEPOSIT_REASON_REQUIRED: 400,
    DEPOSIT_MOVED: 409,
    DEPOSIT_OF_FORM: 409,
    DEPOSIT_SAME_UNIT: 422,
    PAYMENT_METHOD_INVALID: 400,
    data_is_locked: 422,
  },
  imports: true,
});

/** A requested deposit, open until it is paid or given up. */
export const depositRequest = defineModule({
  name: 'deposit-request',
  code: 'DEPOSIT',
  path: '/deposit-request',
  route: 'deposit-request',
  icon: 'list-plus',
  menu: { group: 'payments', order: 7, key: 'depositRequests', makes: true },
  prefix: 'YCC',
  title: 'code',
  flags: ['read', 'write', 'export', 'updateStatus'],
  calls: ['list', 'detail', 'create', 'update', 'options', 'activities', 'export', 'badges'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    residentId: { kind: 'ref', to: 'resident', search: true },
    content: { kind: 'text', max: 300, required: true, search: true },
    amount: AMOUNT,
    dueOn: { kind: 'date' },
    /** Unpaid after its due date. */
    overdue: { kind: 'flag', readOnly: true },
    /** Amount collected; each partial collection is a separate deposit. */
    collected: SUM,
    refundAmount: SUM,
    ...ORIGIN,
    /** The latest deposit; all deposits, and their receipts. */
    depositId: { kind: 'ref', to: 'deposit', readOnly: true },
    depositIds: { kind: 'refs', to: 'deposit', max: 100, readOnly: true, detailOnly: true },
    receiptIds: { kind: 'refs', to: 'receipt', max: 100, readOnly: true, detailOnly: true, staffOnly: true },
    requestedAt: { kind: 'instant', readOnly: true },
    note: { kind: 'longText', max: 1000, detailOnly: true, staffOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  money: {
    amount: ['amount'],
    waits: { in: ['WAIT_FOR_DEPOSIT'], paid: 'collected' },
    subject: ['kind'],
    due: 'dueOn',
    owed: true,
    unsaid: ['overdue'],
    parts: {
      amounts: ['collected', 'refundAmount'],
      people: ['residentId'],
      papers: [
        'origin',
        'originCode',
        'content',
        'requestedAt',
        'depositId',
        'depositIds',
        'receiptIds',
        'note',
        'reason',
      ],
    },
  },
  statuses: {
    WAIT_FOR_DEPOSIT: { tone: 'waiting', icon: 'clock' },
    DEPOSITED: { tone: 'going', icon: 'circle-dot' },
    REFUNDED: { tone: 'done', icon: 'circle-check' },
    REJECTED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'WAIT_FOR_DEPOSIT',
  editedIn: ['WAIT_FOR_DEPOSIT'],
  actions: {
    collect: {
      from: ['WAIT_FOR_DEPOSIT'],
      to: 'DEPOSITED',
      flag: 'write',
      key: 'c',
      input: {
        amount: { kind: 'money', min: 1 },
        method: METHOD,
        fundId: FUND,
        accountingDate: BOOKED,
        payerName: { kind: 'text', max: 150 },
      },
    },
    reject: {
      from: ['WAIT_FOR_DEPOSIT'],
      to: 'REJECTED',
      flag: 'updateStatus',
      multi: true,
      reason: true,
      danger: true,
    },
  },
  resident: {},
  list: {
    columns: [
      'code',
      'unitId',
      'residentId',
      'content',
      'amount',
      'collected',
      'refundAmount',
      'dueOn',
      'overdue',
      'kind',
      'origin',
      'originCode',
      'depositId',
      'createdAt',
      'status',
    ],
    deciding: ['unitId', 'amount', 'collected', 'dueOn', 'status'],
    hidden: ['residentId', 'refundAmount', 'origin', 'createdAt'],
    sorts: ['amount', 'dueOn', 'createdAt'],
    defaultSort: '-createdAt',
    waits: {
      overdue: {
        as: 'overdue',
        where: { overdue: { in: ['true'] }, status: { in: ['WAIT_FOR_DEPOSIT'] } },
        by: 'dueOn',
        sum: 'amount',
        does: 'remind',
      },
    },
    filters: ['status', 'kind', 'origin', 'unitId', 'residentId', 'amount', 'dueOn', 'overdue', 'createdAt'],
    indexed: ['unitId'],
    tabs: {
      waiting: { status: { in: ['WAIT_FOR_DEPOSIT'] } },
      overdue: { overdue: { in: ['true'] }, status: { in: ['WAIT_FOR_DEPOSIT'] } },
      collected: { status: { in: ['DEPOSITED'] } },
      refunded: { status: { in: ['REFUNDED'] } },
      rejected: { status: { in: ['REJECTED'] } },
      all: {},
    },
  },
  errors: {
    DEPOSIT_OF_FORM: 409,
    DEPOSIT_REQUEST_FIXED: 409,
    PAYMENT_METHOD_INVALID: 400,
    DEPOSIT_AMOUNT_MISMATCH: 422,
    UNIT_WITHOUT_RESIDENT: 422,
    data_is_locked: 422,
  },
  imports: true,
});

export type Deposit = DocOf<typeof deposit>;
export type DepositRow = RowOf<typeof deposit>;
export type DepositRequest = DocOf<typeof depositRequest>;
