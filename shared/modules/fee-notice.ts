import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

const SUM = { kind: 'money', readOnly: true, initial: 0 } as const;

/** What a unit is told that it owes: the bills of a month in one paper, with what is carried over, a due day and a VietQR. */
export const feeNotice = defineModule({
  name: 'fee-notice',
  code: 'FEE_NOTICE',
  path: '/fee-notice',
  route: 'send-invoices',
  icon: 'mail',
  menu: { group: 'fees', order: 8, key: 'feeNotices' },
  prefix: 'PB',
  title: 'code',
  flags: ['read', 'write', 'export', 'updateStatus'],
  calls: ['list', 'detail', 'export', 'badges', 'activities'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    month: { kind: 'month', required: true },
    day: { kind: 'date', required: true },
    dueDate: { kind: 'date' },
    bills: { kind: 'integer', readOnly: true, initial: 0 },
    total: SUM,
    carried: SUM,
    owed: SUM,
    printed: { kind: 'flag' },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    once: {
      kind: 'text',
      max: 80,
      key: true,
      inner: true,
      readOnly: true,
      detailOnly: true,
      unique: true,
      taken: 'NOTICE_EXISTS',
    },
  },
  statuses: {
    ISSUED: { tone: 'done', icon: 'circle-check' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'ISSUED',
  actions: {
    'mark-printed': {
      from: ['ISSUED'],
      flag: 'updateStatus',
      when: { printed: ['false'] },
      switches: true,
      multi: true,
    },
    cancel: { from: ['ISSUED'], to: 'CANCELLED', flag: 'updateStatus', reason: true, danger: true, multi: true },
  },
  resident: { statuses: ['ISSUED'] },
  list: {
    columns: [
      'code',
      'unitId',
      'month',
      'bills',
      'total',
      'carried',
      'owed',
      'dueDate',
      'day',
      'printed',
      'createdAt',
      'status',
    ],
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'month', 'unitId', 'printed', 'dueDate', 'createdAt'],
    indexed: ['unitId'],
    tabs: { issued: { status: { in: ['ISSUED'] } }, cancelled: { status: { in: ['CANCELLED'] } }, all: {} },
  },
  errors: { NOTICE_EXISTS: 409, FEE_NOTICE_PAID: 409, FEE_PERIOD_DIFFERENT: 409 },
});

export type FeeNotice = DocOf<typeof feeNotice>;
export type FeeNoticeRow = RowOf<typeof feeNotice>;
