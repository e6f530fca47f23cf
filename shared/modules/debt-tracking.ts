import { defineModule } from '../kit/define-module.ts';
import type { DocOf, Recordless, RowOf } from '../kit/definition.ts';

export const CONTACT_WAYS = ['CALL', 'MEET', 'APP', 'MAIL'] as const;

const UNIT = { kind: 'ref', to: 'unit', required: true, search: true } as const;
const CODE = { kind: 'text', max: 30, readOnly: true, search: true, code: true } as const;
const MAKER = { kind: 'ref', to: 'employee', readOnly: true, staffOnly: true } as const;
const ASKER = { kind: 'ref', to: 'resident', readOnly: true } as const;
/** Date of the act that ended it, so that its state on past days can be computed. */
const ENDED = { kind: 'date', readOnly: true, detailOnly: true } as const;

/** The debt collection screen, computed from the debts of units. */
export const debtTracking = {
  name: 'debt-tracking',
  code: 'DEBT_TRACKING',
  path: '/debt-tracking',
  route: 'debt-tracking',
  icon: 'notebook',
  menu: { group: 'payments', order: 8, key: 'debtTracking' },
  flags: ['read', 'write', 'approve', 'updateStatus', 'deduct', 'export', 'aggregate'],
} as const satisfies Recordless;

/** A household's promise to pay. Debts and due dates do not change. */
export const debtPromise = defineModule({
  name: 'debt-promise',
  code: debtTracking.code,
  path: '/debt-promise',
  opens: 'debt-tracking?part=promises&id=',
  icon: 'calendar-check',
  prefix: 'HT',
  title: 'code',
  flags: ['read', 'write', 'export'],
  calls: ['list', 'detail', 'create', 'export', 'activities', 'badges'],
  fields: {
    code: CODE,
    unitId: UNIT,
    /** Empty: all debts of the unit. */
    noticeIds: { kind: 'refs', to: 'fee-notice', max: 20, detailOnly: true },
    amount: { kind: 'money', min: 1, max: 100_000_000_000 },
    promisedOn: { kind: 'date', required: true },
    byId: { kind: 'ref', to: 'resident' },
    byName: { kind: 'text', tells: true, max: 100 },
    how: { kind: 'choice', options: CONTACT_WAYS, initial: 'CALL' },
    note: { kind: 'longText', max: 500, detailOnly: true },
    /** Amount received since the promise. */
    received: { kind: 'money', initial: 0, readOnly: true },
    reason: { kind: 'longText', max: 500, readOnly: true, detailOnly: true },
    endedOn: ENDED,
    makerId: MAKER,
  },
  statuses: {
    OPEN: { tone: 'waiting', icon: 'clock' },
    KEPT: { tone: 'done', icon: 'circle-check' },
    BROKEN: { tone: 'bad', icon: 'timer-off' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'OPEN',
  actions: {
    cancel: { from: ['OPEN'], to: 'CANCELLED', flag: 'write', reason: true, danger: true },
    keep: { from: ['OPEN'], to: 'KEPT', flag: 'write', by: 'system' },
    reopen: { from: ['KEPT'], to: 'OPEN', flag: 'write', by: 'system' },
    break: { from: ['OPEN'], to: 'BROKEN', flag: 'write', by: 'system' },
  },
  resident: { create: true },
  list: {
    columns: [
      'code',
      'unitId',
      'amount',
      'promisedOn',
      'received',
      'byId',
      'byName',
      'how',
      'makerId',
      'createdAt',
      'status',
    ],
    hidden: ['makerId'],
    sorts: ['promisedOn', 'createdAt'],
    defaultSort: '-createdAt',
    waits: {
      dueToday: {
        as: 'today',
        where: { status: { in: ['OPEN'] } },
        by: 'promisedOn',
        dueToday: true,
        sum: 'amount',
        does: 'open',
      },
    },
    filters: ['status', 'unitId', 'promisedOn', 'how', 'byId', 'makerId', 'createdAt'],
    indexed: ['unitId'],
    tabs: {
      open: { status: { in: ['OPEN'] } },
      broken: { status: { in: ['BROKEN'] } },
      kept: { status: { in: ['KEPT'] } },
      all: {},
    },
  },
  errors: { PROMISE_OPEN: 409, PROMISE_DATE_INVALID: 400, NOTHING_OWED: 422 },
});

/** A disputed bill: no interest and no reminders until it is decided. */
export const debtDispute = defineModule({
  name: 'debt-dispute',
  code: debtTracking.code,
  path: '/debt-dispute',
  opens: 'debt-tracking?part=disputes&id=',
  icon: 'help',
  prefix: 'KN',
  title: 'code',
  flags: ['read', 'write', 'approve', 'export'],
  calls: ['list', 'detail', 'create', 'export', 'activities', 'badges'],
  fields: {
    code: CODE,
    unitId: UNIT,
    billIds: { kind: 'refs', to: 'bill', max: 50, required: true, alike: 'unitId' },
    reason: { kind: 'longText', max: 2000, required: true },
    images: { kind: 'files', max: 5, images: true, detailOnly: true },
    openedOn: { kind: 'date', readOnly: true },
    ticketId: { kind: 'ref', to: 'ticket', readOnly: true },
    decision: { kind: 'longText', max: 2000, readOnly: true, detailOnly: true },
    chargeInterest: { kind: 'flag', readOnly: true, detailOnly: true },
    closedOn: { kind: 'date', readOnly: true },
    byId: ASKER,
    makerId: MAKER,
  },
  statuses: {
    OPEN: { tone: 'waiting', icon: 'clock' },
    UPHELD: { tone: 'done', icon: 'circle-check' },
    REJECTED: { tone: 'ended', icon: 'ban' },
    WITHDRAWN: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'OPEN',
  actions: {
    uphold: {
      from: ['OPEN'],
      to: 'UPHELD',
      flag: 'approve',
      input: { decision: { kind: 'longText', max: 2000, required: true } },
    },
    reject: {
      from: ['OPEN'],
      to: 'REJECTED',
      flag: 'approve',
      danger: true,
      input: {
        decision: { kind: 'longText', max: 2000, required: true },
        chargeInterest: { kind: 'flag', initial: false },
      },
    },
    withdraw: { from: ['OPEN'], to: 'WITHDRAWN', flag: 'write', by: 'both' },
  },
  resident: { create: true },
  list: {
    columns: [
      'code',
      'unitId',
      'billIds',
      'reason',
      'openedOn',
      'closedOn',
      'byId',
      'makerId',
      'ticketId',
      'createdAt',
      'status',
    ],
    hidden: ['makerId'],
    sorts: ['openedOn', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'unitId', 'billIds', 'openedOn', 'closedOn', 'byId', 'createdAt'],
    indexed: ['unitId', 'billIds'],
    tabs: { open: { status: { in: ['OPEN'] } }, all: {} },
  },
  errors: {
    DISPUTE_OPEN: 409,
    BILL_ALREADY_PAID: 409,
    BILL_CANCELLED: 409,
    BILL_NOT_EXISTING: 404,
  },
});

/** A contact with a household about debts; immutable. */
export const debtContact = defineModule({
  name: 'debt-contact',
  code: debtTracking.code,
  path: '/debt-tracking/contact',
  opens: 'debt-tracking?part=contacts&id=',
  icon: 'messages',
  title: 'note',
  flags: ['read', 'export'],
  calls: ['list', 'detail', 'export', 'badges'],
  fields: {
    unitId: UNIT,
    at: { kind: 'instant', readOnly: true },
    byId: { kind: 'ref', to: 'employee', readOnly: true },
    how: { kind: 'choice', options: CONTACT_WAYS, required: true },
    note: { kind: 'longText', max: 500, required: true },
  },
  list: {
    columns: ['at', 'unitId', 'how', 'note', 'byId'],
    sorts: ['at', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['unitId', 'how', 'byId', 'at', 'createdAt'],
    indexed: ['unitId'],
  },
});

export type DebtPromise = DocOf<typeof debtPromise>;
export type DebtDisputeRow = RowOf<typeof debtDispute>;
export type DebtContact = DocOf<typeof debtContact>;
