import type { Action, Status } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import type { Fields } from '../kit/fields.ts';
import { fundBy, METHODS } from './voucher.ts';

/** Statuses of residents' forms (domain.md, Statuses). */
export const FORM_STATUSES = {
  WAITING: { tone: 'waiting', icon: 'clock' },
  APPROVED: { tone: 'going', icon: 'circle-check' },
  IN_PROGRESS: { tone: 'going', icon: 'circle-dot' },
  COMPLETED: { tone: 'done', icon: 'check' },
  REJECTED: { tone: 'bad', icon: 'ban' },
  CANCELLED: { tone: 'ended', icon: 'circle-x' },
} as const satisfies Record<string, Status>;

export const FORM_ACTIONS = {
  approve: {
    from: ['WAITING'],
    to: 'APPROVED',
    flag: 'approve',
    multi: true,
    key: 'a',
    input: { note: { kind: 'longText', max: 1000 } },
  },
  'in-progress': { from: ['APPROVED'], to: 'IN_PROGRESS', flag: 'updateStatus', multi: true, key: 's' },
  complete: { from: ['IN_PROGRESS'], to: 'COMPLETED', flag: 'updateStatus', multi: true, key: 'd' },
  // Only forms in an approval step can be handed on; for others `stepOverdue` is empty.
  'hand-on': {
    from: ['WAITING'],
    flag: 'updateStatus',
    when: { stepOverdue: ['false', 'true'] },
    input: {
      employeeId: { kind: 'ref', to: 'employee', required: true },
      reason: { kind: 'longText', max: 1000, required: true },
    },
  },
  reject: { from: ['WAITING'], to: 'REJECTED', flag: 'approve', reason: true, danger: true },
  cancel: {
    from: ['WAITING', 'APPROVED'],
    to: 'CANCELLED',
    flag: 'updateStatus',
    by: 'both',
    reason: true,
    danger: true,
  },
} as const satisfies Record<string, Action>;

export const FLOW_ERRORS = { NOT_YOUR_STEP: 422, SELF_APPROVAL: 422, APPROVER_WITHOUT_RIGHT: 422 } as const;

/** Statuses in which a form can be removed, since nothing depends on it. */
export const REMOVED_FORMS = ['WAITING', 'REJECTED', 'CANCELLED'] as const;

export const WAITING_FORMS = { status: { in: ['WAITING'] } } as const;

/** Unit, and the resident who made the form. */
export const FORM_ASKER = {
  unitId: { kind: 'ref', to: 'unit', required: true, search: true },
  residentId: { kind: 'ref', to: 'resident' },
} as const satisfies Fields;

/** Consent to the house rules. */
export const REGULATION = { kind: 'flag', required: true } as const;
export const regulationAgreed = ({ regulationAgreed: agreed }: Record<string, unknown>): FieldErrors =>
  agreed === true ? {} : { regulationAgreed: { code: 'REGULATION_NOT_AGREED' } };

const moment = (value: unknown) =>
  value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : '';

/** Refuses an end that is not after the start. */
export const endsAfter =
  (from: string, to: string, code: string) =>
  (values: Record<string, unknown>): FieldErrors => {
    const [start, end] = [moment(values[from]), moment(values[to])];
    return !start || !end || end > start ? {} : { [to]: { code } };
  };

const MOST_DEPOSIT = 2_000_000_000;
const RESULT = { readOnly: true, detailOnly: true } as const;
const PROOF = { kind: 'files', max: 5, images: true } as const;

/** Deposit of a form: NONE -> WAIT_FOR_DEPOSIT -> DEPOSITED -> REFUNDED (domain.md, Construction). */
export const DEPOSIT_FIELDS = {
  /** 0: no deposit; empty: by the settings of the desk. */
  depositAmount: { kind: 'money', min: 0, max: MOST_DEPOSIT },
  depositStatus: {
    kind: 'choice',
    options: ['NONE', 'WAIT_FOR_DEPOSIT', 'DEPOSITED', 'REFUNDED'],
    initial: 'NONE',
    readOnly: true,
  },
  depositMethod: { kind: 'choice', options: METHODS, ...RESULT },
  depositPaidOn: { kind: 'date', readOnly: true },
  depositPayer: { kind: 'text', max: 100, ...RESULT },
  depositProof: { ...PROOF, ...RESULT },
  depositConfirmedAt: { kind: 'instant', readOnly: true },
  depositConfirmedBy: { kind: 'ref', to: 'employee', staffOnly: true, readOnly: true },
  refundAmount: { kind: 'money', readOnly: true },
  refundMethod: { kind: 'choice', options: METHODS, ...RESULT },
  refundedOn: { kind: 'date', readOnly: true },
  refundReason: { kind: 'longText', max: 500, ...RESULT },
  withoutRefund: { kind: 'flag', readOnly: true },
  withoutRefundReason: { kind: 'longText', max: 500, ...RESULT },
  depositId: { kind: 'ref', to: 'deposit', staffOnly: true, ...RESULT },
  receiptId: { kind: 'ref', to: 'receipt', staffOnly: true, ...RESULT },
  payslipId: { kind: 'ref', to: 'payslip', staffOnly: true, ...RESULT },
} as const satisfies Fields;

/** Deposit columns of form lists. */
export const DEPOSIT_COLUMNS = ['depositAmount', 'depositStatus'] as const;
export const DEPOSIT_FILTERS = [
  'depositStatus',
  'depositAmount',
  'depositPaidOn',
  'depositConfirmedAt',
  'depositConfirmedBy',
  'withoutRefund',
] as const;
export const DEPOSIT_MARKS = {
  depositDue: { depositStatus: { in: ['WAIT_FOR_DEPOSIT'] }, status: { in: ['WAITING'] } },
  depositUnconfirmed: {
    depositStatus: { in: ['DEPOSITED'] },
    depositConfirmedBy: { in: ['none'] },
    status: { in: ['WAITING'] },
  },
  depositToRefund: {
    depositStatus: { in: ['DEPOSITED'] },
    status: { in: ['IN_PROGRESS', 'REJECTED', 'CANCELLED'] },
  },
} as const;

const AMOUNT = { kind: 'money', min: 0 } as const;
const METHOD = { kind: 'choice', options: METHODS, initial: 'CASH' } as const;
const MOVED = {
  accountingDate: { kind: 'date', books: 'TRANSACTION' },
  fundId: { kind: 'ref', to: 'fund', fits: fundBy('method'), invalidRefCode: 'PAYMENT_METHOD_INVALID' },
} as const;
const NOTE = { kind: 'longText', max: 300 } as const;
const BACK = ['IN_PROGRESS', 'REJECTED', 'CANCELLED', 'COMPLETED'] as const;

/** Acts on the deposit of a form; each is also reachable at a second path. */
export const DEPOSIT_ACTIONS = {
  'deposit/deposit': {
    from: ['WAITING'],
    flag: 'updateStatus',
    asks: true,
    paths: ['deposit'],
    when: { depositStatus: ['WAIT_FOR_DEPOSIT'] },
    input: {
      amount: AMOUNT,
      method: METHOD,
      payer: { kind: 'text', max: 100 },
      ...MOVED,
      note: NOTE,
      images: PROOF,
    },
  },
  'deposit/confirm': {
    from: ['WAITING'],
    flag: 'updateStatus',
    when: { depositStatus: ['DEPOSITED'] },
    input: { amount: AMOUNT, note: NOTE },
  },
  'deposit/proof': {
    from: ['WAITING'],
    flag: 'updateStatus',
    by: 'resident',
    when: { depositStatus: ['WAIT_FOR_DEPOSIT'] },
    input: { images: PROOF, note: NOTE },
  },
  'deposit/refund': {
    from: BACK,
    flag: 'updateStatus',
    asks: true,
    paths: ['refund'],
    when: { depositStatus: ['DEPOSITED'] },
    input: { amount: AMOUNT, method: METHOD, ...MOVED, reason: { kind: 'longText', max: 500 } },
  },
} as const satisfies Record<string, Action>;

/** Completes a form and refunds its deposit, or keeps it with a reason. */
export const COMPLETE_WITH_DEPOSIT = {
  ...FORM_ACTIONS.complete,
  asks: true,
  input: {
    // Set by the dialog.
    refund: { kind: 'flag', initial: false, internal: true },
    withoutRefund: { kind: 'flag', initial: false, internal: true },
    reason: { kind: 'longText', max: 500 },
  },
} as const satisfies Action;

export const DEPOSIT_ERRORS = {
  PAYMENT_METHOD_INVALID: 400,
  DEPOSIT_NOT_CONFIRMED: 422,
  DEPOSIT_NOT_REFUNDED: 422,
  DEPOSIT_AMOUNT_REQUIRED: 400,
  DEPOSIT_REASON_REQUIRED: 400,
  DEPOSIT_ALREADY_TAKEN: 422,
  DEPOSIT_AMOUNT_MISMATCH: 422,
  REFUND_EXCEEDS_DEPOSIT: 422,
  DEPOSIT_PARTIAL_REFUND_OFF: 422,
} as const;
