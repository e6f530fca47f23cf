import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';

/** Up to which day the books are closed; the newest one counts, those before it are its history (domain.md, Money 6). */
export const lockDate = defineModule({
  name: 'lock-date',
  code: 'LOCK_DATE',
  path: '/lock-date',
  route: 'configs-data-lock-date',
  icon: 'lock',
  menu: { group: 'accountingSetup', order: 6, key: 'lockDates', makes: true },
  prefix: 'KS',
  title: 'code',
  flags: ['read', 'write'],
  calls: ['list', 'detail', 'create', 'activities', 'badges'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, code: true, search: true },
    lockAccountsReceivable: { kind: 'date', limit: 'past', required: true },
    lockTransactionData: { kind: 'date', limit: 'past', required: true },
    prevReceivable: { kind: 'date', readOnly: true },
    prevTransaction: { kind: 'date', readOnly: true },
    creatorId: { kind: 'ref', to: 'employee', readOnly: true },
    note: { kind: 'text', max: 300 },
  },
  list: {
    columns: [
      'code',
      'lockAccountsReceivable',
      'lockTransactionData',
      'prevReceivable',
      'prevTransaction',
      'note',
      'creatorId',
      'createdAt',
    ],
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: ['createdAt'],
  },
  errors: { LOCK_DATE_INVALID: 422, LOCK_DATE_EXISTS: 409, LOCK_DATE_MISSING: 404, data_is_locked: 422 },
});

export type LockDate = DocOf<typeof lockDate>;
