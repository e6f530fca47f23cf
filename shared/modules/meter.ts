import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

type Values = Record<string, unknown>;
const INDEX = { kind: 'decimal', places: 3, max: 999_999_999.999 } as const;
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export const USUAL_DIGITS = 5;
/** The index at which the meter overflows to 0. */
export const wrapOf = ({ digits }: Values): number => 10 ** (number(digits) ?? USUAL_DIGITS);

/** Requires start, lowest and highest index to fit the digits of the meter, in order. */
function fits(values: Values): FieldErrors {
  const [wrap, min, max] = [wrapOf(values), number(values.minIndex) ?? 0, number(values.maxIndex)];
  const start = number(values.startIndex);
  const wrong = { code: 'INDEX_RANGE_INVALID' };
  return {
    ...(min >= wrap && { minIndex: wrong }),
    ...(max !== null && (max < min || max >= wrap) && { maxIndex: wrong }),
    ...(start !== null && (start < min || start > (max ?? wrap) || start >= wrap) && { startIndex: wrong }),
  };
}

/** Fields of a new meter, also for replacements. */
export const METER_FIELDS = {
  code: { kind: 'text', max: 30, required: true, search: true },
  startIndex: { ...INDEX, required: true },
  digits: { kind: 'integer', min: 3, max: 9, initial: USUAL_DIGITS },
  coefficient: { kind: 'decimal', places: 4, min: 0.0001, max: 10_000, initial: 1 },
  minIndex: INDEX,
  maxIndex: INDEX,
} as const;

const UNREAD = { readOnly: true, detailOnly: true } as const;

/** A meter of a unit and service. Its index overflows at its number of digits. */
export const meter = defineModule({
  name: 'meter',
  code: 'USAGE',
  path: '/meter',
  opens: 'save-from-to?part=meters&id=',
  icon: 'gauge',
  title: 'code',
  matter: 'serviceId',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    ...METER_FIELDS,
    code: { ...METER_FIELDS.code, unique: true, taken: 'METER_CODE_EXISTS' },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    serviceId: { kind: 'ref', to: 'service', required: true },
    startDate: { kind: 'date', required: true },
    digits: { ...METER_FIELDS.digits, detailOnly: true },
    minIndex: { ...INDEX, detailOnly: true },
    maxIndex: { ...INDEX, detailOnly: true },
    lastIndex: { ...INDEX, readOnly: true },
    lastMonth: { kind: 'month', readOnly: true },
    place: { kind: 'text', max: 100, detailOnly: true },
    replacesId: { kind: 'ref', to: 'meter', ...UNREAD },
    removedAt: { kind: 'date', readOnly: true },
    removedIndex: { ...INDEX, ...UNREAD },
    reason: { kind: 'longText', max: 1000, ...UNREAD },
    /** False once it is removed. */
    live: { kind: 'flag', initial: true, readOnly: true, internal: true },
  },
  actions: {
    replace: {
      from: [],
      flag: 'updateStatus',
      asks: true,
      when: { live: ['true'] },
      whenFailsCode: 'METER_REMOVED',
      input: {
        date: { kind: 'date', begins: 'today', required: true },
        endIndex: { ...INDEX, required: true },
        ...METER_FIELDS,
      },
    },
    dismount: {
      from: [],
      flag: 'updateStatus',
      asks: true,
      danger: true,
      reason: true,
      when: { live: ['true'] },
      whenFailsCode: 'METER_REMOVED',
      input: {
        date: { kind: 'date', begins: 'today', required: true },
        endIndex: { ...INDEX, required: true },
      },
    },
  },
  list: {
    columns: [
      'code',
      'unitId',
      'serviceId',
      'lastIndex',
      'lastMonth',
      'coefficient',
      'startIndex',
      'startDate',
      'removedAt',
      'createdAt',
    ],
    hidden: ['startIndex', 'createdAt'],
    sorts: ['code', 'startDate', 'createdAt'],
    defaultSort: 'code',
    filters: ['unitId', 'serviceId', 'lastMonth', 'startDate', 'removedAt', 'createdAt', 'live'],
    indexed: ['unitId', 'serviceId'],
    tabs: { live: { live: { in: ['true'] } }, removed: { live: { in: ['false'] } }, all: {} },
  },
  errors: {
    METER_CODE_EXISTS: 409,
    METER_REMOVED: 409,
    USAGE_BILLED: 409,
    METER_NOT_OF_SERVICE: 422,
    INDEX_BELOW_OLD: 422,
    INDEX_OUT_OF_RANGE: 422,
    INDEX_RANGE_INVALID: 400,
    INVALID_FEE_MONTH: 422,
    data_is_locked: 422,
  },
  // Readings have separate activities.
  follows: ['read'],
  imports: { keys: [['code']] },
  undo: { remove: { action: 'restore' } },
  check: fits,
});

export type Meter = DocOf<typeof meter>;
export type MeterRow = RowOf<typeof meter>;
