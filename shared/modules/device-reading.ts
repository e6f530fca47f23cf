import { defineModule, JOURNAL } from '../kit/define-module.ts';
import type { RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import type { LinesField } from '../kit/fields.ts';

const VALUE = { kind: 'decimal', places: 3, min: -1_000_000, max: 999_999_999.999 } as const;
export const METER_KEY = { kind: 'text', key: true, max: 16 } as const;
/** A reading must be confirmed where its difference exceeds the usual one by this factor. */
export const UNUSUAL_STEPS = 3;

/** Meters of a machine: counters (running hours, starts) and gauges (pressure). */
export const METERS = {
  kind: 'lines',
  max: 6,
  detailOnly: true,
  of: {
    key: { ...METER_KEY, required: true },
    name: { kind: 'text', max: 60, required: true },
    unitName: { kind: 'text', max: 20 },
    kind: { kind: 'choice', options: ['COUNTER', 'GAUGE'], required: true },
    max: VALUE,
    last: { ...VALUE, internal: true },
    lastAt: { kind: 'instant', internal: true },
  },
} as const satisfies LinesField;

export interface Meter {
  key: string;
  name: string;
  unitName?: string | null;
  kind: 'COUNTER' | 'GAUGE';
  max?: number | null;
  last?: number | null;
  lastAt?: string | null;
}
export const metersIn = (value: unknown): Meter[] => (Array.isArray(value) ? (value as Meter[]) : []);

/** Refuses duplicate meter keys of a machine. */
export function metersFit(meters: unknown): FieldErrors {
  const seen = new Set<string>();
  const errors: FieldErrors = {};
  for (const [n, { key }] of metersIn(meters).entries()) {
    const meterKey = String(key ?? '').toLowerCase();
    if (seen.has(meterKey)) errors[`meters.${n}.key`] = { code: 'LISTED_TWICE' };
    seen.add(meterKey);
  }
  return errors;
}

/** Whether a counter has overflowed: from its last tenth to its first. */
export function isRollover({ max }: Pick<Meter, 'max'>, before: number, value: number): boolean {
  return typeof max === 'number' && before >= max * 0.9 && value <= max * 0.1;
}

/** A reading of a machine's meter; append-only. */
export const deviceReading = defineModule({
  name: 'device-reading',
  code: 'TECHNICAL_SYSTEM',
  path: '/device-reading',
  title: 'meter',
  ...JOURNAL,
  // Created by a separate route and by import.
  flags: ['read', 'write', 'export'],
  fields: {
    deviceId: { kind: 'ref', to: 'device', readOnly: true },
    meter: { ...METER_KEY, readOnly: true },
    value: { ...VALUE, readOnly: true },
    at: { kind: 'instant', readOnly: true },
    byId: { kind: 'ref', to: 'employee', readOnly: true },
    image: { kind: 'files', max: 1, images: true, readOnly: true, detailOnly: true },
    note: { kind: 'text', max: 200, readOnly: true },
    reset: { kind: 'flag', readOnly: true },
    /** The work during which it was read. */
    workId: { kind: 'text', key: true, max: 24, readOnly: true, internal: true },
  },
  list: {
    columns: ['deviceId', 'meter', 'value', 'at', 'byId', 'note', 'reset', 'createdAt'],
    sorts: ['at', 'value', 'createdAt'],
    defaultSort: '-at',
    filters: ['deviceId', 'meter', 'value', 'at', 'byId', 'createdAt'],
    indexed: ['deviceId'],
  },
});

/** Import of readings; has no records of its own. */
export const READING_SHEET = {
  definition: defineModule({
    name: deviceReading.name,
    code: deviceReading.code,
    path: deviceReading.path,
    title: 'meter',
    flags: ['read', 'write'],
    calls: [],
    fields: {
      deviceId: { kind: 'ref', to: 'device', required: true },
      meter: { kind: 'text', max: 60, required: true },
      value: { ...VALUE, required: true },
      day: { kind: 'date', begins: 'today', required: true },
      hour: { kind: 'text', max: 5 },
      note: { kind: 'text', max: 200 },
    },
    list: { columns: ['meter'], sorts: ['meter'], defaultSort: 'meter', filters: [] },
    errors: { READING_TOO_LOW: 422 },
    imports: true,
  }),
};

export type DeviceReadingRow = RowOf<typeof deviceReading>;
