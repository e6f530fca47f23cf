import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { ACCOUNTING, SYNC_KINDS } from './sync-kinds.ts';

const SET = { readOnly: true } as const;
const COUNT = { kind: 'integer', initial: 0, ...SET } as const;
const HIDDEN = { ...SET, internal: true, detailOnly: true } as const;

/** A run that sends documents to the accounting software. */
export const syncRun = defineModule({
  name: 'sync-run',
  code: ACCOUNTING,
  path: '/accounting-sync/run',
  opens: 'fast-sync?part=runs&id=',
  icon: 'send',
  title: 'name',
  flags: ['read', 'write', 'sync', 'export'],
  calls: ['list', 'detail', 'activities', 'badges'],
  fields: {
    /** Start time in readable form. */
    name: { kind: 'text', max: 40, ...SET, search: true },
    by: { kind: 'choice', options: ['MANUAL', 'SCHEDULE', 'QUEUE'], initial: 'MANUAL', ...SET },
    startedBy: { kind: 'ref', to: 'employee', ...SET },
    connectionId: { kind: 'ref', to: 'sync-connection', ...SET, detailOnly: true },
    kinds: {
      kind: 'lines',
      max: 6,
      ...SET,
      of: { kind: { kind: 'choice', options: SYNC_KINDS } },
    },
    from: { kind: 'date', ...SET },
    to: { kind: 'date', ...SET },
    of: COUNT,
    sent: COUNT,
    failed: COUNT,
    lastError: { kind: 'text', max: 500, ...SET },
    endedAt: { kind: 'instant', ...SET },
    chosen: { kind: 'lines', max: 1000, ...HIDDEN, of: { id: { kind: 'text', max: 24, key: true } } },
    /** End of the lease of the server that executes it. */
    until: { kind: 'instant', ...HIDDEN },
  },
  unique: [{ fields: ['status'], where: { status: ['RUNNING'] }, code: 'SYNC_RUNNING' }],
  statuses: {
    RUNNING: { tone: 'going', icon: 'circle-dot' },
    DONE: { tone: 'done', icon: 'circle-check' },
    DONE_WITH_ERRORS: { tone: 'waiting', icon: 'timer-off' },
    CANCELLED: { tone: 'ended', icon: 'ban' },
    FAILED: { tone: 'bad', icon: 'circle-x' },
  },
  initial: 'RUNNING',
  actions: {
    cancel: { aside: true, from: ['RUNNING'], to: 'CANCELLED', flag: 'sync' },
    // Set by the run itself.
    progress: { from: ['RUNNING'], flag: 'sync', by: 'system' },
    finish: { from: ['RUNNING'], to: 'DONE', flag: 'sync', by: 'system' },
  },
  list: {
    columns: [
      'name',
      'by',
      'startedBy',
      'kinds',
      'from',
      'to',
      'of',
      'sent',
      'failed',
      'lastError',
      'endedAt',
      'status',
    ],
    hidden: ['kinds', 'from', 'to'],
    sorts: ['createdAt', 'endedAt'],
    defaultSort: '-createdAt',
    filters: ['by', 'status', 'createdAt'],
  },
  errors: { SYNC_RUNNING: 409, NOTHING_TO_SYNC: 422 },
});

export type SyncRun = DocOf<typeof syncRun>;
export type SyncRunRow = RowOf<typeof syncRun>;
