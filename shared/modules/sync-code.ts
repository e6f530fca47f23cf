import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { ACCOUNTING, CODE_KINDS } from './sync-kinds.ts';

const SET = { readOnly: true } as const;
const ACCOUNT = { kind: 'text', max: 10, digits: true, visibleWhen: { kind: ['ACCOUNT_PAIR'] } } as const;

/** A mapping to the accounting software: a code of a record, or the accounts of a kind of document. */
export const syncCode = defineModule({
  name: 'sync-code',
  code: ACCOUNTING,
  path: '/accounting-sync/mapping',
  opens: 'fast-sync?part=mapping&id=',
  icon: 'key',
  title: 'ours',
  flags: ['read', 'write', 'sync', 'export'],
  calls: ['list', 'detail', 'create', 'update', 'activities', 'export', 'badges'],
  fields: {
    kind: { kind: 'choice', options: CODE_KINDS, required: true },
    /** Our code (apartment, service, fund …); for ACCOUNT_PAIR the kind of document and its part. */
    ours: { kind: 'text', max: 60, key: true, required: true, search: true },
    /** Name of the record at the time of mapping. */
    label: { kind: 'text', max: 150, ...SET, search: true },
    code: {
      kind: 'text',
      max: 40,
      key: true,
      search: true,
      unique: { within: 'kind' },
      taken: 'ACCOUNTING_CODE_TAKEN',
      visibleWhen: { kind: ['PROJECT', 'BLOCK', 'UNIT', 'SERVICE', 'CATEGORY', 'FUND', 'TAX'] },
    },
    debit: ACCOUNT,
    credit: ACCOUNT,
    active: { kind: 'flag', initial: true },
    /** Reason for changing a code that sent documents have used. */
    reason: { kind: 'text', max: 500 },
    recordId: { kind: 'text', max: 60, key: true, ...SET, internal: true, detailOnly: true },
  },
  unique: [{ fields: ['kind', 'recordId'], code: 'ACCOUNTING_CODE_TAKEN', field: 'ours' }],
  list: {
    columns: ['kind', 'ours', 'label', 'code', 'debit', 'credit', 'active', 'reason', 'createdAt'],
    sorts: ['ours', 'code', 'createdAt'],
    defaultSort: 'ours',
    filters: ['kind', 'active', 'createdAt'],
    tabs: {
      units: { kind: { in: ['UNIT'] } },
      services: { kind: { in: ['SERVICE', 'CATEGORY'] } },
      taxes: { kind: { in: ['TAX'] } },
      funds: { kind: { in: ['FUND'] } },
      buildings: { kind: { in: ['PROJECT', 'BLOCK'] } },
      accounts: { kind: { in: ['ACCOUNT_PAIR'] } },
      all: {},
    },
  },
  errors: { ACCOUNTING_CODE_INVALID: 400, ACCOUNTING_CODE_TAKEN: 409 },
  imports: { keys: [['kind', 'ours']] },
});

export type SyncCode = DocOf<typeof syncCode>;
