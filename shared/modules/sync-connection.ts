import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { ACCOUNTING, SYNC_KINDS } from './sync-kinds.ts';

const SET = { readOnly: true } as const;
const ANY = ['DRAFT', 'ACTIVE', 'PAUSED'] as const;

/**
 * Connection of a building to its accounting software: address, content and schedule. The secret is stored separately
 * and never returned.
 */
export const syncConnection = defineModule({
  name: 'sync-connection',
  code: ACCOUNTING,
  path: '/accounting-sync/connection',
  route: 'fast-sync',
  opens: 'fast-sync?part=connections&id=',
  icon: 'landmark',
  menu: { group: 'accountingSetup', order: 10, key: 'accountingSync' },
  title: 'name',
  flags: ['read', 'write', 'sync', 'export'],
  calls: ['list', 'detail', 'create', 'update', 'options', 'activities', 'badges'],
  fields: {
    name: { kind: 'text', max: 100, required: true, search: true, unique: true },
    adapter: { kind: 'choice', options: ['FAST'], initial: 'FAST' },
    url: { kind: 'text', max: 300, key: true, required: true },
    user: { kind: 'text', max: 60, key: true, required: true },
    /** Code of the building's base unit in the software. */
    baseUnitCode: { kind: 'text', max: 8, key: true, required: true },
    /** Documents before this day are never sent. */
    fromDay: { kind: 'date', required: true },
    kinds: {
      kind: 'lines',
      max: 6,
      required: true,
      ticked: true,
      of: { kind: { kind: 'choice', options: SYNC_KINDS, required: true } },
    },
    schedule: { kind: 'choice', options: ['OFF', 'HOURLY', 'NIGHTLY'], initial: 'OFF' },
    /** Also sends cancellations of sent documents. */
    sendCancellations: { kind: 'flag', initial: true },
    verifyNightly: { kind: 'flag', initial: true },
    secretSetAt: { kind: 'instant', ...SET },
    testPassedAt: { kind: 'instant', ...SET },
    lastRunAt: { kind: 'instant', ...SET },
    lastOkAt: { kind: 'instant', ...SET },
    lastError: { kind: 'text', max: 500, ...SET },
  },
  unique: [{ fields: ['status'], where: { status: ['ACTIVE'] }, code: 'ACCOUNTING_CONNECTION_ACTIVE' }],
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'clock' },
    ACTIVE: { tone: 'done', icon: 'circle-check' },
    PAUSED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'DRAFT',
  actions: {
    activate: { from: ['DRAFT', 'PAUSED'], to: 'ACTIVE', flag: 'write' },
    pause: { from: ['ACTIVE'], to: 'PAUSED', flag: 'write' },
    test: { from: ANY, flag: 'sync' },
    // Set by sync runs.
    settle: { from: ANY, flag: 'sync', by: 'system' },
  },
  list: {
    columns: [
      'name',
      'adapter',
      'url',
      'baseUnitCode',
      'fromDay',
      'kinds',
      'schedule',
      'testPassedAt',
      'lastRunAt',
      'lastOkAt',
      'lastError',
      'status',
    ],
    hidden: ['url', 'testPassedAt', 'lastOkAt', 'lastError'],
    sorts: ['name', 'lastRunAt', 'createdAt'],
    defaultSort: 'name',
    filters: ['adapter', 'schedule', 'status', 'createdAt'],
  },
  errors: {
    ACCOUNTING_CONNECTION_ACTIVE: 409,
    ACCOUNTING_SYSTEM_ERROR: 422,
    INVALID_URL: 400,
    ACCOUNTING_TEST_FIRST: 422,
    ACCOUNTING_CONNECTION_MISSING: 422,
  },
});

export type SyncConnection = DocOf<typeof syncConnection>;
