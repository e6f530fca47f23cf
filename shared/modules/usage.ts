import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

const INDEX = { kind: 'decimal', places: 3 } as const;
const COUNTED = { ...INDEX, readOnly: true } as const;
/** Origin of a reading. */
export const READ_BY = ['KEYED', 'PHONE', 'IMPORT', 'REPLACEMENT', 'BILL'] as const;

/** Usage of a service by a unit in a month: two indexes of a meter, or a number. */
export const usage = defineModule({
  name: 'usage',
  code: 'USAGE',
  path: '/usage',
  route: 'save-from-to',
  icon: 'gauge',
  menu: { group: 'fees', order: 1, key: 'usages', makes: true },
  prefix: 'CS',
  title: 'code',
  matter: 'serviceId',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    meterId: { kind: 'ref', to: 'meter', search: true },
    unitId: { kind: 'ref', to: 'unit', search: true },
    blockId: { kind: 'ref', to: 'block', readOnly: true },
    serviceId: { kind: 'ref', to: 'service', search: true },
    month: { kind: 'month', begins: 'today', required: true },
    periodStart: { kind: 'date', detailOnly: true },
    periodEnd: { kind: 'date', detailOnly: true },
    oldIndex: INDEX,
    newIndex: INDEX,
    /** The meter has overflowed; only set by a person. */
    rolled: { kind: 'flag' },
    /** Computed from the indexes for metered services. */
    usageNumber: INDEX,
    previousUsage: COUNTED,
    averageUsage: { ...COUNTED, detailOnly: true },
    /** Deviation from the monthly average in per cent. */
    change: { kind: 'decimal', min: -2_000_000_000, readOnly: true },
    /** Number of months covered, more than 1 where months were skipped. */
    months: { kind: 'integer', readOnly: true, initial: 1, detailOnly: true },
    outlier: { kind: 'flag', readOnly: true },
    confirmed: { kind: 'flag' },
    confirmedBy: { kind: 'ref', to: 'employee', readOnly: true, detailOnly: true },
    readAt: { kind: 'instant' },
    readerId: { kind: 'ref', to: 'employee', readOnly: true },
    source: { kind: 'choice', options: READ_BY, initial: 'KEYED', readOnly: true },
    photos: { kind: 'files', max: 5, images: true, detailOnly: true },
    note: { kind: 'text', max: 300, detailOnly: true },
    billId: { kind: 'ref', to: 'bill', readOnly: true, detailOnly: true, holds: [] },
    state: { kind: 'choice', options: ['OPEN', 'BILLED'], initial: 'OPEN', readOnly: true },
    /** Unique key: meter and month, or unit, service and month where there is no meter, which `unique` cannot say. */
    once: {
      kind: 'text',
      max: 80,
      key: true,
      internal: true,
      readOnly: true,
      detailOnly: true,
      unique: true,
      taken: 'USAGE_EXISTS',
      blames: 'month',
    },
  },
  // Billed usage becomes editable again when its bill is cancelled.
  fixedBy: { state: ['BILLED'] },
  list: {
    columns: [
      'unitId',
      'meterId',
      'serviceId',
      'month',
      'oldIndex',
      'newIndex',
      'rolled',
      'usageNumber',
      'previousUsage',
      'change',
      'outlier',
      'confirmed',
      'readAt',
      'readerId',
      'source',
      'state',
      'code',
      'createdAt',
    ],
    hidden: ['code', 'rolled', 'confirmed', 'readerId', 'source', 'createdAt'],
    sorts: ['month', 'createdAt'],
    defaultSort: '-createdAt',
    filters: [
      'serviceId',
      'month',
      'unitId',
      'blockId',
      'meterId',
      'readerId',
      'rolled',
      'outlier',
      'source',
      'state',
      'createdAt',
    ],
    indexed: ['unitId', 'serviceId', 'month', 'meterId'],
    marks: { outliers: { outlier: { in: ['true'] } } },
  },
  errors: {
    USAGE_EXISTS: 409,
    UNIT_HAS_FEE_THIS_MONTH: 409,
    USAGE_BILLED: 409,
    USAGE_LATER_MONTH_BILLED: 409,
    METER_REMOVED: 409,
    METER_NOT_OF_SERVICE: 422,
    USAGE_NUMBER_INVALID: 422,
    USAGE_OUTLIER: 422,
    INDEX_BELOW_OLD: 422,
    INDEX_OUT_OF_RANGE: 422,
    INDEX_ROLLOVER_INVALID: 422,
    INVALID_FEE_MONTH: 422,
    data_is_locked: 422,
  },
  imports: {
    keys: [
      ['meterId', 'month'],
      ['unitId', 'serviceId', 'month'],
    ],
  },
  undo: { remove: { action: 'restore' } },
});

/** Unique key: by meter and month; without a meter by unit, service and month. */
export const usageKey = ({ meterId, unitId, serviceId }: Record<string, unknown>, month: unknown): string =>
  meterId ? `${meterId}:${month}` : `${unitId}:${serviceId}:${month}`;

export type Usage = DocOf<typeof usage>;
export type UsageRow = RowOf<typeof usage>;
