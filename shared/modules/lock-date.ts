import type { Books } from '../kit/books.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';

export const LOCK_KINDS = ['RECEIVABLE', 'TRANSACTION'] as const satisfies readonly Books[];
export type LockKind = Books;

/** Unfinished work that is reported when a period is closed. */
export const OPEN_WORK = ['DRAFT', 'USAGE', 'NO_NOTICE', 'DEPOSIT'] as const;

/** History of lock dates (domain.md, Money 6); append-only. */
export const lockDate = defineModule({
  name: 'lock-date',
  code: 'LOCK_DATE',
  path: '/lock-date',
  route: 'configs-data-lock-date',
  icon: 'lock',
  menu: { group: 'accountingSetup', order: 6, key: 'lockDates' },
  title: 'lockDataAt',
  flags: ['read', 'write', 'approve', 'export'],
  calls: ['list', 'detail', 'activities', 'export', 'badges'],
  fields: {
    kind: { kind: 'choice', options: LOCK_KINDS, required: true },
    lockDataAt: { kind: 'date', readOnly: true },
    transactionLockDate: { kind: 'date', readOnly: true },
    prevLockDataAt: { kind: 'date', readOnly: true },
    reason: { kind: 'longText', max: 1000 },
    open: {
      kind: 'lines',
      max: 20,
      readOnly: true,
      detailOnly: true,
      of: { what: { kind: 'choice', options: OPEN_WORK }, count: { kind: 'integer' } },
    },
    /** Number and sum of the entries up to the lock date, at that time. */
    sums: {
      kind: 'lines',
      max: 1,
      readOnly: true,
      detailOnly: true,
      of: { count: { kind: 'integer' }, amount: { kind: 'money', max: Number.MAX_SAFE_INTEGER } },
    },
    creatorId: { kind: 'ref', to: 'employee', readOnly: true },
  },
  list: {
    columns: ['kind', 'lockDataAt', 'transactionLockDate', 'prevLockDataAt', 'reason', 'creatorId', 'createdAt'],
    sorts: ['lockDataAt', 'transactionLockDate', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['kind', 'createdAt'],
  },
  errors: {
    LOCK_DATE_INVALID: 422,
    LOCK_DATE_EXISTS: 409,
    LOCK_DATE_DUPLICATE: 409,
    LOCK_DATE_MISSING: 422,
    data_is_locked: 422,
  },
});

export type LockDate = DocOf<typeof lockDate>;
