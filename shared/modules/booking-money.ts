import type { Action } from '../kit/definition.ts';
import type { Fields } from '../kit/fields.ts';
import { TIME_UNITS } from './utility-terms.ts';
import { fundBy, METHODS } from './voucher.ts';

export const PAYABLE = ['PENDING', 'WAITING_FOR_COMPLETED'] as const;
export const REFUNDABLE = ['WAITING_FOR_CANCELLED', 'COMPLETED'] as const;
const SUM = { kind: 'money', initial: 0, readOnly: true } as const;
const DETAIL = { ...SUM, detailOnly: true } as const;
const AMOUNT = { kind: 'money', required: true } as const;
const WORDS = { kind: 'text', max: 150 } as const;
const PART = { kind: 'choice', options: ['FEE', 'SURCHARGE', 'DEPOSIT'], required: true } as const;
const LINES = { kind: 'lines', readOnly: true, detailOnly: true } as const;
const TO = ['CASH', 'TRANSFER', 'UNIT_ACCOUNT'] as const;

/** Input of a payment: into a fund, or from the unit's balances. */
const PAYMENT = {
  method: { kind: 'choice', options: ['CASH', 'TRANSFER', 'SPOS'], initial: 'CASH' },
  fromUnitAccount: { kind: 'flag', initial: false },
  fundId: {
    kind: 'ref',
    to: 'fund',
    staffOnly: true,
    fits: fundBy('method'),
    invalidRefCode: 'PAYMENT_METHOD_INVALID',
  },
  accountingDate: { kind: 'date', books: 'TRANSACTION' },
  note: { kind: 'text', max: 300 },
} as const;
/** Input of a refund; by default the due amount, in cash, to the payer. */
const REFUND = {
  amount: { kind: 'money', min: 0 },
  to: { kind: 'choice', options: TO, initial: 'CASH' },
  fundId: { kind: 'ref', to: 'fund', staffOnly: true, fits: fundBy('to'), invalidRefCode: 'PAYMENT_METHOD_INVALID' },
  accountingDate: { kind: 'date', books: 'TRANSACTION' },
} as const;
const pays = { from: PAYABLE, flag: 'updateStatus', asks: true, input: PAYMENT } as const;
const refunds = { from: REFUNDABLE, flag: 'updateStatus', asks: true, input: REFUND } as const;

/** Price, payments and refunds of a booking. */
export const BOOKING_MONEY = {
  fee: SUM,
  feeNet: DETAIL,
  feeVat: DETAIL,
  feeSurchargeTax: DETAIL,
  surcharge: SUM,
  surchargeNet: DETAIL,
  surchargeVat: DETAIL,
  surchargeTax: DETAIL,
  deposit: SUM,
  total: SUM,
  paid: SUM,
  feeLines: {
    ...LINES,
    max: 60,
    of: {
      from: { kind: 'instant' },
      price: AMOUNT,
      factor: { kind: 'decimal', required: true },
      quantity: { kind: 'decimal', required: true },
      amount: AMOUNT,
    },
  },
  surchargeLines: {
    ...LINES,
    max: 40,
    of: {
      name: WORDS,
      price: AMOUNT,
      per: { kind: 'choice', options: ['BOOKING', 'SLOT', 'PERSON'], initial: 'BOOKING' },
      quantity: { kind: 'integer', required: true },
      amount: AMOUNT,
      addedBy: { kind: 'choice', options: ['FORM', 'STAFF'], initial: 'FORM' },
    },
  },
  policy: {
    ...LINES,
    max: 11,
    of: {
      from: { kind: 'integer', required: true },
      unit: { kind: 'choice', options: TIME_UNITS, required: true },
      percent: { kind: 'percent', required: true },
    },
  },
  paymentState: {
    kind: 'choice',
    options: ['NONE', 'UNPAID', 'PARTIAL', 'PAID'],
    initial: 'NONE',
    readOnly: true,
    states: {
      NONE: { tone: 'ended', icon: 'check' },
      UNPAID: { tone: 'waiting', icon: 'clock' },
      PARTIAL: { tone: 'going', icon: 'circle-dot' },
      PAID: { tone: 'done', icon: 'circle-check' },
    },
  },
  depositStatus: {
    kind: 'choice',
    options: ['NONE', 'WAIT_FOR_DEPOSIT', 'DEPOSITED', 'REFUNDED', 'REJECTED'],
    initial: 'NONE',
    readOnly: true,
  },
  payBeforeAt: { kind: 'instant', readOnly: true },
  paidFee: DETAIL,
  paidSurcharge: DETAIL,
  paidDeposit: DETAIL,
  payments: {
    ...LINES,
    max: 20,
    staffOnly: true,
    of: {
      part: PART,
      amount: AMOUNT,
      method: { kind: 'choice', options: [...METHODS, 'UNIT_ACCOUNT'] },
      receiptId: { kind: 'ref', to: 'receipt' },
      depositId: { kind: 'ref', to: 'deposit' },
      number: WORDS,
      at: { kind: 'instant', required: true },
      by: WORDS,
    },
  },
  dueFee: DETAIL,
  dueSurcharge: DETAIL,
  dueDeposit: DETAIL,
  refundDue: { kind: 'flag', initial: false, readOnly: true },
  refundedFee: DETAIL,
  refundedSurcharge: DETAIL,
  refundedDeposit: DETAIL,
  deduction: DETAIL,
  deductionReason: { kind: 'text', max: 500, readOnly: true, detailOnly: true },
  deductionFiles: { kind: 'files', max: 5, readOnly: true, detailOnly: true },
  refunds: {
    ...LINES,
    max: 20,
    of: {
      part: PART,
      amount: AMOUNT,
      to: { kind: 'choice', options: TO },
      payslipId: { kind: 'ref', to: 'payslip' },
      number: WORDS,
      at: { kind: 'instant', required: true },
      by: WORDS,
    },
  },
} as const satisfies Fields;

export const MONEY_ACTS = {
  'pay-manual-fee': { ...pays, when: { paymentState: ['UNPAID', 'PARTIAL'] } },
  'pay-manual-surcharge': { ...pays, when: { paymentState: ['UNPAID', 'PARTIAL'] } },
  'pay-manual-deposit': {
    ...pays,
    when: { depositStatus: ['WAIT_FOR_DEPOSIT'] },
    input: { ...PAYMENT, amount: { kind: 'money', min: 0 } },
  },
  surcharge: {
    from: ['APPROVED', 'WAITING_FOR_COMPLETED'],
    flag: 'updateStatus',
    asks: true,
    input: {
      lines: {
        kind: 'lines',
        max: 20,
        of: {
          name: { ...WORDS, required: true },
          price: { kind: 'money', min: 1, required: true },
          quantity: { kind: 'integer', min: 1, max: 1000, initial: 1 },
        },
      },
    },
  },
  'refund-deposits': {
    ...refunds,
    when: { depositStatus: ['DEPOSITED'] },
    input: {
      ...REFUND,
      deduction: { kind: 'money', min: 0 },
      deductionReason: { kind: 'text', max: 500 },
      files: { kind: 'files', max: 5 },
    },
  },
  'refund-fee': refunds,
  'refund-surcharge': refunds,
} as const satisfies Record<string, Action>;

export const MONEY_ERRORS = {
  PAYMENT_METHOD_INVALID: 400,
  PAYMENT_NOT_ALLOWED: 409,
  PAY_AFTER_USAGE_END: 422,
  ALREADY_PAID: 409,
  DEPOSIT_AMOUNT_REQUIRED: 400,
  DEPOSIT_AMOUNT_MISMATCH: 422,
  REFUND_NOT_ALLOWED: 409,
  REFUND_ALREADY: 409,
  REFUND_TOTAL_ZERO: 422,
  REFUND_EXCEEDS_BOOKING: 422,
  REFUND_EXCEEDS_DEPOSIT: 422,
  DEPOSIT_PARTIAL_REFUND_OFF: 422,
  UNIT_ACCOUNT_NOT_ENOUGH: 409,
  data_is_locked: 422,
} as const;
