import { APPROVAL_ACTS } from '../billing/approval-acts.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

const SET = { readOnly: true, detailOnly: true } as const;
/** Internal keys that are not shown. */
const HIDDEN = { kind: 'text', max: 80, key: true, internal: true, ...SET } as const;

/** An action requested by one person, to be confirmed by another. */
export const approvalRequest = defineModule({
  name: 'approval-request',
  code: 'APPROVAL_REQUEST',
  path: '/approval-request',
  route: 'approval-request',
  icon: 'check-square',
  menu: { group: 'payments', order: 10, key: 'approvalRequests' },
  prefix: 'PD',
  title: 'code',
  matter: 'act',
  flags: ['read', 'export'],
  calls: ['list', 'detail', 'activities', 'export', 'badges'],
  // Holders of the `aggregate` flag see all of them.
  visible: { people: ['makerId', 'checkerIds'] },
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    act: { kind: 'choice', options: APPROVAL_ACTS, required: true },
    /** Permission module of the document. */
    module: { ...HIDDEN },
    entityId: { ...HIDDEN },
    entityCode: { kind: 'text', max: 60, readOnly: true, search: true },
    /** Version of the document at the time of the request. */
    entityVersion: { kind: 'integer', internal: true, ...SET },
    unitId: { kind: 'ref', to: 'unit', readOnly: true, search: true },
    amount: { kind: 'money', required: true },
    /** Input of the action, encrypted. */
    input: { kind: 'longText', max: 1_000_000, internal: true, ...SET },
    reason: { kind: 'longText', max: 500, ...SET },
    attachments: { kind: 'files', max: 5, ...SET },
    makerId: { kind: 'ref', to: 'employee', readOnly: true },
    madeAt: { kind: 'instant', readOnly: true },
    /** Positions that may decide, and the employees among their holders who can. */
    positionIds: { kind: 'refs', to: 'position', max: 10, ...SET },
    checkerIds: { kind: 'refs', to: 'employee', max: 500, readOnly: true },
    expiresAt: { kind: 'instant', readOnly: true },
    decidedById: { kind: 'ref', to: 'employee', readOnly: true },
    decidedAt: { kind: 'instant', readOnly: true },
    decision: { kind: 'longText', max: 500, readOnly: true },
    resultId: { ...HIDDEN },
    resultCode: { kind: 'text', max: 60, readOnly: true, search: true },
    /** Error code if the action failed after approval. */
    failure: { kind: 'text', max: 80, key: true, ...SET },
    /** Unique key: one pending request per action and document. */
    waitsFor: { ...HIDDEN, max: 120, unique: true, taken: 'APPROVAL_PENDING' },
    reminders: { kind: 'integer', initial: 0, internal: true, ...SET },
  },
  statuses: {
    PENDING: { tone: 'waiting', icon: 'clock' },
    DONE: { tone: 'done', icon: 'circle-check' },
    FAILED: { tone: 'bad', icon: 'circle-x' },
    REJECTED: { tone: 'bad', icon: 'ban' },
    WITHDRAWN: { tone: 'ended', icon: 'circle-x' },
    EXPIRED: { tone: 'ended', icon: 'timer-off' },
  },
  initial: 'PENDING',
  money: {
    amount: ['amount'],
    owed: true,
    parts: {
      people: ['makerId', 'madeAt', 'positionIds', 'checkerIds', 'expiresAt', 'decidedById', 'decidedAt', 'decision'],
      papers: ['act', 'entityCode', 'reason', 'resultCode', 'attachments'],
    },
  },
  actions: {
    approve: {
      from: ['PENDING'],
      to: 'DONE',
      flag: 'read',
      multi: true,
      asks: true,
      key: 'a',
      input: { note: { kind: 'longText', max: 500 } },
    },
    reject: {
      from: ['PENDING'],
      to: 'REJECTED',
      flag: 'read',
      multi: true,
      danger: true,
      key: 'r',
      input: { reason: { kind: 'longText', max: 500, required: true } },
    },
    withdraw: { from: ['PENDING'], to: 'WITHDRAWN', flag: 'read', danger: true },
    expire: { from: ['PENDING'], to: 'EXPIRED', flag: 'read', by: 'system' },
  },
  list: {
    columns: [
      'code',
      'act',
      'entityCode',
      'unitId',
      'amount',
      'makerId',
      'madeAt',
      'expiresAt',
      'checkerIds',
      'decidedById',
      'decidedAt',
      'decision',
      'resultCode',
      'createdAt',
      'status',
    ],
    hidden: ['checkerIds', 'decidedById', 'decidedAt', 'decision', 'createdAt'],
    sorts: ['madeAt', 'amount', 'createdAt'],
    defaultSort: '-madeAt',
    waits: {
      toDecide: {
        as: 'approval',
        where: { status: { in: ['PENDING'] }, checkerIds: { in: ['me'] } },
        by: 'madeAt',
        sum: 'amount',
        does: 'approve',
      },
    },
    filters: [
      'status',
      'act',
      'unitId',
      'makerId',
      'checkerIds',
      'decidedById',
      'amount',
      'madeAt',
      'decidedAt',
      'createdAt',
    ],
    indexed: ['makerId', 'checkerIds'],
    tabs: {
      toDecide: { status: { in: ['PENDING'] }, checkerIds: { in: ['me'] } },
      mine: { makerId: { in: ['me'] } },
      decided: { status: { in: ['DONE', 'FAILED', 'REJECTED'] } },
      all: {},
    },
    tabSorts: { toDecide: 'madeAt' },
  },
  errors: {
    SELF_APPROVAL: 422,
    APPROVAL_PENDING: 409,
    APPROVAL_NOT_CHECKER: 403,
    RULE_NEEDS_TWO: 422,
    APPROVAL_ACT_UNKNOWN: 400,
  },
});

export type ApprovalRequest = DocOf<typeof approvalRequest>;
export type ApprovalRequestRow = RowOf<typeof approvalRequest>;
