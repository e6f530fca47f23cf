import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

const COUNT = { kind: 'integer', readOnly: true, initial: 0 } as const;

/** The making of a month's bills: resumed by any server, and making each bill once however often it runs (proof.md, F10). */
export const billRun = defineModule({
  name: 'bill-run',
  code: 'BILL',
  path: '/bill-run',
  route: 'bill-add-auto',
  icon: 'play',
  menu: { group: 'fees', order: 5, key: 'billRuns', makes: true },
  prefix: 'LB',
  title: 'code',
  flags: ['read', 'write', 'updateStatus'],
  calls: ['list', 'detail', 'create', 'options', 'activities', 'badges'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    month: { kind: 'month', required: true },
    serviceIds: { kind: 'refs', to: 'service', max: 50 },
    blockIds: { kind: 'refs', to: 'block', max: 50 },
    note: { kind: 'text', max: 300, detailOnly: true },
    units: COUNT,
    done: COUNT,
    made: COUNT,
    skipped: COUNT,
    total: { kind: 'money', readOnly: true, initial: 0 },
    upTo: { kind: 'text', max: 24, inner: true, readOnly: true, detailOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'circle-dot' },
    RUNNING: { tone: 'going', icon: 'circle-dot' },
    COMPLETED: { tone: 'done', icon: 'check' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'DRAFT',
  actions: {
    start: { from: ['DRAFT'], to: 'RUNNING', flag: 'updateStatus', key: 's' },
    cancel: { from: ['DRAFT', 'RUNNING'], to: 'CANCELLED', flag: 'updateStatus', reason: true, danger: true },
    resume: { from: ['CANCELLED'], to: 'RUNNING', flag: 'updateStatus' },
    finish: { from: ['RUNNING'], to: 'COMPLETED', flag: 'updateStatus', by: 'system' },
  },
  list: {
    columns: [
      'code',
      'month',
      'serviceIds',
      'blockIds',
      'units',
      'done',
      'made',
      'skipped',
      'total',
      'createdAt',
      'status',
    ],
    sorts: ['month', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'month', 'createdAt'],
  },
});

export type BillRun = DocOf<typeof billRun>;
export type BillRunRow = RowOf<typeof billRun>;
