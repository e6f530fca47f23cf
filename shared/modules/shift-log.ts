import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';

/** Handover log of a desk shift: events, open matters, things handed over. */
export const shiftLog = defineModule({
  name: 'shift-log',
  code: 'SHIFT_LOG',
  path: '/shift-log',
  route: 'shift-log',
  icon: 'notebook',
  menu: { group: 'customerService', order: 14, key: 'shiftLogs', makes: true },
  prefix: 'CA',
  title: 'code',
  matter: 'shift',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus', 'aggregate'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    date: { kind: 'date', begins: 'today', required: true },
    shift: { kind: 'choice', options: ['MORNING', 'AFTERNOON', 'NIGHT'], required: true },
    post: { kind: 'text', max: 60 },
    employeeId: { kind: 'ref', to: 'employee', readOnly: true },
    content: { kind: 'longText', max: 5000, required: true, search: true },
    open: { kind: 'longText', max: 2000 },
    equipment: {
      kind: 'lines',
      max: 30,
      detailOnly: true,
      of: {
        item: { kind: 'text', max: 100, required: true },
        quantity: { kind: 'integer', min: 0, max: 10_000, required: true },
        remark: { kind: 'text', max: 200 },
      },
    },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    handOverToId: { kind: 'ref', to: 'employee', readOnly: true },
    handOverNote: { kind: 'longText', max: 2000, readOnly: true, detailOnly: true },
    handedOverAt: { kind: 'instant', readOnly: true },
    acceptedAt: { kind: 'instant', readOnly: true },
  },
  statuses: {
    OPEN: { tone: 'going', icon: 'circle-dot' },
    HANDED_OVER: { tone: 'waiting', icon: 'clock' },
    ACCEPTED: { tone: 'done', icon: 'check' },
  },
  initial: 'OPEN',
  actions: {
    'hand-over': {
      from: ['OPEN'],
      to: 'HANDED_OVER',
      flag: 'updateStatus',
      key: 'd',
      input: {
        handOverToId: { kind: 'ref', to: 'employee', worksIn: 'SHIFT_LOG', required: true },
        handOverNote: { kind: 'longText', max: 2000 },
      },
    },
    accept: { from: ['HANDED_OVER'], to: 'ACCEPTED', flag: 'updateStatus', key: 'a' },
  },
  list: {
    columns: ['code', 'date', 'shift', 'post', 'employeeId', 'content', 'open', 'handOverToId', 'createdAt', 'status'],
    hidden: ['post', 'createdAt'],
    sorts: ['date', 'createdAt'],
    defaultSort: '-date',
    waits: {
      forMe: {
        as: 'answer',
        where: { handOverToId: { in: ['me'] }, status: { in: ['HANDED_OVER'] } },
        each: true,
        by: 'handedOverAt',
        does: 'open',
      },
    },
    filters: ['status', 'shift', 'employeeId', 'handOverToId', 'date', 'createdAt'],
    tabs: { open: { status: { in: ['OPEN', 'HANDED_OVER'] } }, all: {} },
    marks: { forMe: { handOverToId: { in: ['me'] }, status: { in: ['HANDED_OVER'] } } },
  },
  errors: { SHIFT_NOT_YOURS: 403, DESK_IN_USE: 409 },
});

export type ShiftLog = DocOf<typeof shiftLog>;
