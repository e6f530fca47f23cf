import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

/** What a unit has used of a service in a month: two readings of a meter, or a number. */
export const usage = defineModule({
  name: 'usage',
  code: 'USAGE',
  path: '/usage',
  route: 'save-from-to',
  icon: 'gauge',
  menu: { group: 'fees', order: 1, key: 'usages', makes: true },
  prefix: 'CS',
  title: 'code',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    serviceId: { kind: 'ref', to: 'service', required: true, search: true },
    month: { kind: 'month', required: true },
    reading: { kind: 'choice', options: ['NORMAL', 'ROLLOVER', 'REPLACED'], initial: 'NORMAL' },
    oldIndex: { kind: 'decimal', places: 3 },
    newIndex: { kind: 'decimal', places: 3 },
    // Of a meter that was replaced: what the old one said last, and the new one first.
    removedIndex: { kind: 'decimal', places: 3, askedWith: { reading: ['REPLACED'] }, detailOnly: true },
    startIndex: { kind: 'decimal', places: 3, askedWith: { reading: ['REPLACED'] }, detailOnly: true },
    // What is told where no meter says it.
    number: { kind: 'decimal', places: 3, detailOnly: true },
    quantity: { kind: 'decimal', places: 3, readOnly: true },
    before: { kind: 'decimal', places: 3, readOnly: true },
    outlier: { kind: 'flag', readOnly: true },
    readAt: { kind: 'date', limit: 'past' },
    images: { kind: 'files', max: 5, images: true, detailOnly: true },
    note: { kind: 'text', max: 300, detailOnly: true },
    once: {
      kind: 'text',
      max: 80,
      key: true,
      inner: true,
      readOnly: true,
      detailOnly: true,
      unique: true,
      taken: 'USAGE_EXISTS',
    },
  },
  list: {
    columns: [
      'unitId',
      'serviceId',
      'month',
      'oldIndex',
      'newIndex',
      'quantity',
      'before',
      'outlier',
      'reading',
      'readAt',
      'code',
      'createdAt',
    ],
    sorts: ['month', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['serviceId', 'month', 'unitId', 'reading', 'outlier', 'createdAt'],
    indexed: ['unitId', 'serviceId', 'month'],
    marks: { outliers: { outlier: { in: ['true'] } } },
  },
  errors: {
    USAGE_EXISTS: 409,
    USAGE_HAS_FEE: 409,
    USED_NUMBER_INVALID: 422,
    INDEX_TOO_LOW: 422,
    INDEX_OUT_OF_RANGE: 422,
    METER_NEVER_TURNS: 422,
    data_is_locked: 422,
  },
  imports: { keys: [['unitId', 'serviceId', 'month']] },
  undo: { remove: { action: 'restore' } },
});

export type Usage = DocOf<typeof usage>;
export type UsageRow = RowOf<typeof usage>;
