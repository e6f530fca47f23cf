import { addMonths, type Day } from '../kit/dates.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { debtTracking } from './debt-tracking.ts';

export const PART_STATES = ['OPEN', 'PAID', 'LATE'] as const;
export interface PlanPart {
  n: number;
  dueOn: Day;
  amount: number;
  paid: number;
  status: (typeof PART_STATES)[number];
}

export const FEWEST_PARTS = 2;
export const MOST_PARTS = 24;

const SET = { readOnly: true, detailOnly: true } as const;

/** Debts paid in agreed instalments; no interest accrues while the plan is kept. */
export const instalmentPlan = defineModule({
  name: 'instalment-plan',
  code: debtTracking.code,
  path: '/instalment-plan',
  opens: 'debt-tracking?part=plans&id=',
  icon: 'layers',
  prefix: 'TG',
  title: 'code',
  flags: ['read', 'write', 'approve', 'updateStatus', 'export'],
  calls: ['list', 'detail', 'create', 'update', 'export', 'activities', 'badges'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    billIds: { kind: 'refs', to: 'bill', max: 50, required: true, alike: 'unitId' },
    /** Total of the plan; defaults to the remaining amount of the bills. */
    total: { kind: 'money', min: 1, max: 100_000_000_000 },
    /** Number of equal parts, where parts are not given individually. */
    count: { kind: 'integer', min: FEWEST_PARTS, max: MOST_PARTS, initial: 3 },
    firstDueOn: { kind: 'date' },
    parts: {
      kind: 'lines',
      max: MOST_PARTS,
      detailOnly: true,
      of: {
        n: { kind: 'integer', min: 1, max: MOST_PARTS },
        dueOn: { kind: 'date', required: true },
        amount: { kind: 'money', min: 1, required: true },
        paid: { kind: 'money' },
        status: { kind: 'choice', options: PART_STATES },
      },
    },
    received: { kind: 'money', initial: 0, readOnly: true },
    graceDays: { kind: 'integer', min: 0, max: 30, initial: 5, detailOnly: true },
    signedFile: { kind: 'files', max: 5, detailOnly: true },
    /** One of its bills was adjusted, so that total and parts may no longer match. */
    toCheck: { kind: 'flag', readOnly: true },
    reason: { kind: 'longText', max: 500, readOnly: true, detailOnly: true },
    activeFrom: { kind: 'date', ...SET },
    endedOn: { kind: 'date', ...SET },
    /** Amount paid on its bills before the plan started. */
    paidBefore: { kind: 'money', initial: 0, internal: true, ...SET },
    byId: { kind: 'ref', to: 'resident', readOnly: true },
    makerId: { kind: 'ref', to: 'employee', readOnly: true, staffOnly: true },
  },
  statuses: {
    PROPOSED: { tone: 'waiting', icon: 'clock' },
    ACTIVE: { tone: 'going', icon: 'circle-dot' },
    DECLINED: { tone: 'ended', icon: 'ban' },
    COMPLETED: { tone: 'done', icon: 'circle-check' },
    DEFAULTED: { tone: 'bad', icon: 'timer-off' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'PROPOSED',
  editedIn: ['PROPOSED'],
  actions: {
    accept: {
      from: ['PROPOSED'],
      to: 'ACTIVE',
      flag: 'approve',
      asks: true,
      input: { signedFile: { kind: 'files', max: 5 } },
    },
    decline: { from: ['PROPOSED'], to: 'DECLINED', flag: 'approve', reason: true, danger: true },
    complete: { from: ['ACTIVE', 'DEFAULTED'], to: 'COMPLETED', flag: 'approve', by: 'system' },
    default: { from: ['ACTIVE'], to: 'DEFAULTED', flag: 'approve', by: 'system' },
    resume: {
      from: ['DEFAULTED'],
      to: 'ACTIVE',
      flag: 'approve',
      reason: true,
      input: {
        parts: {
          kind: 'lines',
          max: MOST_PARTS,
          of: { dueOn: { kind: 'date', required: true }, amount: { kind: 'money', min: 1, required: true } },
        },
      },
    },
    cancel: {
      from: ['PROPOSED', 'ACTIVE', 'DEFAULTED'],
      to: 'CANCELLED',
      flag: 'updateStatus',
      reason: true,
      danger: true,
    },
  },
  resident: { create: true },
  list: {
    columns: [
      'code',
      'unitId',
      'billIds',
      'total',
      'received',
      'count',
      'firstDueOn',
      'toCheck',
      'byId',
      'makerId',
      'createdAt',
      'status',
    ],
    hidden: ['makerId'],
    sorts: ['firstDueOn', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'unitId', 'billIds', 'firstDueOn', 'toCheck', 'byId', 'createdAt'],
    indexed: ['unitId', 'billIds'],
    tabs: {
      active: { status: { in: ['ACTIVE', 'DEFAULTED'] } },
      proposed: { status: { in: ['PROPOSED'] } },
      ended: { status: { in: ['COMPLETED', 'DECLINED', 'CANCELLED'] } },
      all: {},
    },
  },
  errors: {
    PLAN_EXISTS: 409,
    PLAN_SUM_INVALID: 400,
    PLAN_DATES_INVALID: 400,
    PLAN_FILE_REQUIRED: 422,
    PLAN_PART_LATE: 422,
    BILL_ALREADY_PAID: 409,
    BILL_CANCELLED: 409,
    BILL_NOT_EXISTING: 404,
  },
});

/** Splits a total into equal monthly parts; the last takes the remainder. */
export function equalParts(total: number, count: number, first: Day): Pick<PlanPart, 'dueOn' | 'amount'>[] {
  const each = Math.floor(total / count);
  return Array.from({ length: count }, (_, n) => ({
    dueOn: addMonths(first, n),
    amount: n === count - 1 ? total - each * (count - 1) : each,
  }));
}

/** Applies payments to the parts in order, and marks overdue ones as late. */
export function filledParts(
  parts: readonly Pick<PlanPart, 'dueOn' | 'amount'>[],
  received: number,
  today: Day,
): PlanPart[] {
  let left = received;
  return parts.map(({ dueOn, amount }, n) => {
    const paid = Math.max(0, Math.min(left, amount));
    left -= paid;
    return { n: n + 1, dueOn, amount, paid, status: paid === amount ? 'PAID' : dueOn < today ? 'LATE' : 'OPEN' };
  });
}

export type InstalmentPlan = DocOf<typeof instalmentPlan>;
