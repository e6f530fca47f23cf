import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';

const SUM = { kind: 'money', readOnly: true, initial: 0 } as const;
const SET = { readOnly: true, detailOnly: true } as const;
/** Maximum number of lines per unit, as many as a receipt can pay. */
const MOST_LINES = 200;

/** Debts and balances of a unit compared as of a day: sent to the household and settled by an offset. */
export const debtComparison = defineModule({
  name: 'debt-comparison',
  code: 'DEBT_COMPARISON',
  path: '/debt-comparison',
  route: 'payment/debt-comparison',
  opens: 'payment/debt-comparison?part=documents&id=',
  icon: 'calculator',
  menu: { group: 'payments', order: 1.7, key: 'debtComparison' },
  prefix: 'DCN',
  title: 'code',
  flags: ['read', 'write', 'deduct', 'export', 'aggregate'],
  calls: ['list', 'detail', 'create', 'activities', 'export', 'badges'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    /** Figures are those of the ledger at the end of this day. */
    asOf: { kind: 'date', begins: 'today', required: true },
    debt: SUM,
    /** Interest accrued until then and not charged by a bill yet. */
    interest: SUM,
    account: SUM,
    /** Opening part of the unit account's balance. */
    openingLeft: { ...SUM, detailOnly: true },
    advance: SUM,
    /** Shown, but never offset. */
    deposits: { ...SUM, detailOnly: true },
    /** Usable balances less debts; negative where the unit owes more. */
    difference: { ...SUM, min: -100_000_000_000 },
    debtLines: {
      kind: 'lines',
      max: MOST_LINES,
      ...SET,
      of: {
        billId: { kind: 'ref', to: 'bill', required: true },
        serviceId: { kind: 'ref', to: 'service' },
        month: { kind: 'month' },
        left: { kind: 'money', required: true },
      },
    },
    advances: {
      kind: 'lines',
      max: MOST_LINES,
      ...SET,
      of: { serviceId: { kind: 'ref', to: 'service', required: true }, balance: { kind: 'money', required: true } },
    },
    offset: SUM,
    offsets: {
      kind: 'lines',
      max: MOST_LINES,
      ...SET,
      staffOnly: true,
      of: {
        from: { kind: 'choice', options: ['ACCOUNT', 'ADVANCE'], required: true },
        serviceId: { kind: 'ref', to: 'service' },
        amount: { kind: 'money', min: 1, required: true },
        receiptId: { kind: 'ref', to: 'receipt', required: true },
      },
    },
    receiptId: { kind: 'ref', to: 'receipt', readOnly: true },
    confirmation: {
      kind: 'choice',
      options: ['NONE', 'SENT', 'AGREED', 'DISAGREED'],
      initial: 'NONE',
      readOnly: true,
    },
    confirmedAt: { kind: 'instant', ...SET },
    confirmedById: { kind: 'ref', to: 'resident', ...SET },
    confirmationNote: { kind: 'longText', max: 500, ...SET },
    /** An entry dated up to its day was posted after the household agreed. */
    changedSince: { kind: 'flag', readOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    note: { kind: 'longText', max: 1000, detailOnly: true, staffOnly: true },
    makerId: { kind: 'ref', to: 'employee', readOnly: true, staffOnly: true },
    reason: { kind: 'longText', max: 500, ...SET },
  },
  statuses: {
    NOT_OFFSET: { tone: 'waiting', icon: 'clock' },
    OFFSET: { tone: 'done', icon: 'circle-check' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'NOT_OFFSET',
  actions: {
    offset: {
      from: ['NOT_OFFSET'],
      to: 'OFFSET',
      flag: 'deduct',
      key: 'o',
      multi: true,
      asks: true,
      input: {
        accountingDate: { kind: 'date', books: 'TRANSACTION' },
        withInterest: { kind: 'flag' },
        /** Amounts per bill; empty: allocated by rule. */
        rows: {
          kind: 'lines',
          max: MOST_LINES,
          of: {
            billId: { kind: 'ref', to: 'bill', required: true },
            amount: { kind: 'money', min: 1, required: true },
          },
        },
      },
    },
    send: { from: ['NOT_OFFSET', 'OFFSET'], flag: 'write', multi: true },
    agree: {
      from: ['NOT_OFFSET', 'OFFSET'],
      flag: 'write',
      by: 'both',
      asks: true,
      input: { note: { kind: 'longText', max: 500 }, attachments: { kind: 'files', max: 5 } },
    },
    disagree: {
      from: ['NOT_OFFSET', 'OFFSET'],
      flag: 'write',
      by: 'both',
      aside: true,
      asks: true,
      input: { note: { kind: 'longText', max: 500, required: true }, attachments: { kind: 'files', max: 5 } },
    },
    cancel: {
      from: ['NOT_OFFSET', 'OFFSET'],
      to: 'CANCELLED',
      flag: 'write',
      reason: true,
      least: 2,
      danger: true,
    },
    // The receipt of the offset was cancelled.
    reopen: { from: ['OFFSET'], to: 'NOT_OFFSET', flag: 'write', by: 'system' },
  },
  unique: [{ fields: ['asOf', 'unitId'], where: { status: ['NOT_OFFSET'] }, code: 'DEBT_COMPARISON_EXISTS' }],
  resident: {},
  list: {
    columns: [
      'code',
      'unitId',
      'asOf',
      'debt',
      'interest',
      'account',
      'advance',
      'difference',
      'offset',
      'receiptId',
      'confirmation',
      'changedSince',
      'makerId',
      'createdAt',
      'status',
    ],
    deciding: ['unitId', 'asOf', 'debt', 'difference', 'status'],
    hidden: ['interest', 'receiptId', 'changedSince', 'makerId', 'createdAt'],
    sorts: ['asOf', 'debt', 'difference', 'createdAt'],
    defaultSort: '-asOf',
    filters: ['status', 'unitId', 'asOf', 'difference', 'confirmation', 'changedSince', 'makerId', 'createdAt'],
    indexed: ['unitId'],
    tabs: {
      open: { status: { in: ['NOT_OFFSET'] } },
      disagreed: { confirmation: { in: ['DISAGREED'] } },
      offset: { status: { in: ['OFFSET'] } },
      all: {},
    },
  },
  errors: {
    NOTHING_TO_OFFSET: 422,
    NO_EMAIL: 422,
    DEBT_COMPARISON_EXISTS: 409,
    PAYMENT_EXCEEDS_ACCOUNT: 422,
    PAYMENT_EXCEEDS_ADVANCE: 422,
    PAYMENT_EXCEEDS_BILL: 422,
    BILL_NOT_EXISTING: 404,
    BILL_CANCELLED: 409,
    BILL_ALREADY_PAID: 409,
    data_is_locked: 422,
  },
});

export type DebtComparison = DocOf<typeof debtComparison>;
