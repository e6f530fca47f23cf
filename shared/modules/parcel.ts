import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

/** Something that the desk took in for a household, until somebody fetches it. */
export const parcel = defineModule({
  name: 'parcel',
  code: 'PARCEL',
  path: '/receive-package',
  route: 'receive-package-management',
  icon: 'package',
  menu: { group: 'customerService', order: 13, key: 'parcels', makes: true },
  prefix: 'BP',
  title: 'code',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    residentId: { kind: 'ref', to: 'resident' },
    recipientName: { kind: 'text', max: 100, search: true },
    kind: { kind: 'choice', options: ['PARCEL', 'LETTER', 'FOOD', 'BULKY'], initial: 'PARCEL' },
    carrier: { kind: 'text', max: 60 },
    trackingNumber: { kind: 'text', max: 60, search: true },
    shelf: { kind: 'text', max: 40 },
    images: { kind: 'files', max: 5, images: true, detailOnly: true },
    note: { kind: 'longText', max: 1000, detailOnly: true },
    receivedById: { kind: 'ref', to: 'employee', readOnly: true, staffOnly: true },
    remindedCount: { kind: 'integer', initial: 0, readOnly: true },
    handedOverAt: { kind: 'instant', readOnly: true },
    handedOverTo: { kind: 'text', max: 100, readOnly: true },
    signature: { kind: 'files', max: 1, images: true, readOnly: true, detailOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  statuses: {
    WAITING: { tone: 'waiting', icon: 'clock' },
    HANDED_OVER: { tone: 'done', icon: 'check' },
    RETURNED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'WAITING',
  actions: {
    'hand-over': {
      from: ['WAITING'],
      to: 'HANDED_OVER',
      flag: 'updateStatus',
      key: 'd',
      input: {
        handedOverTo: { kind: 'text', max: 100, required: true },
        signature: { kind: 'files', max: 1, images: true },
      },
    },
    remind: { from: ['WAITING'], flag: 'updateStatus', multi: true, key: 'r' },
    return: { from: ['WAITING'], to: 'RETURNED', flag: 'updateStatus', reason: true, danger: true },
  },
  resident: {},
  list: {
    columns: [
      'code',
      'unitId',
      'recipientName',
      'residentId',
      'kind',
      'carrier',
      'trackingNumber',
      'shelf',
      'remindedCount',
      'handedOverTo',
      'handedOverAt',
      'createdAt',
      'status',
    ],
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'kind', 'unitId', 'residentId', 'remindedCount', 'handedOverAt', 'createdAt'],
    indexed: ['unitId'],
    tabs: { waiting: { status: { in: ['WAITING'] } }, done: { status: { in: ['HANDED_OVER', 'RETURNED'] } }, all: {} },
  },
});

export type Parcel = DocOf<typeof parcel>;
export type ParcelRow = RowOf<typeof parcel>;
