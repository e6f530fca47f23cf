import { DAY_MS } from '../kit/dates.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import type { TextField } from '../kit/fields.ts';
import { WEEKDAYS } from './work-schedule.ts';

const CODE = 'INVENTORY_TRANSFER_MANAGEMENT';
/** Opening hours on a weekday, as comma-separated spans; empty: closed. */
const day = { kind: 'text', max: 120, hours: true, detailOnly: true } as const satisfies TextField;
const USUAL_HOURS = '08:00-12:00, 13:30-17:30';
/** Default opening hours of a new elevator; closed on Sundays. */
export const USUAL_WEEK = Object.fromEntries(
  WEEKDAYS.map(weekday => [weekday, weekday === 'sunday' ? null : USUAL_HOURS]),
);

/** Requires minimum and maximum length to be multiples of the step, in order. */
function lengthsFit({ slotMinutes, minMinutes, maxMinutes }: Record<string, unknown>): FieldErrors {
  const [step, least, most] = [Number(slotMinutes ?? 30), Number(minMinutes ?? 30), Number(maxMinutes ?? 240)];
  const wrong = { code: 'ELEVATOR_TIMES_INVALID' };
  if (least % step > 0) return { minMinutes: wrong };
  return most % step > 0 || least > most ? { maxMinutes: wrong } : {};
}

/** An elevator for moves, with its hours and capacity. */
export const elevator = defineModule({
  name: 'elevator',
  code: CODE,
  path: '/elevator',
  opens: 'inventory-transfer-management?part=elevators&id=',
  icon: 'arrows-vertical',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  imports: { keys: [['name']] },
  fields: {
    name: { kind: 'text', max: 40, required: true, unique: true, taken: 'ELEVATOR_EXISTS', search: true },
    blockId: { kind: 'ref', to: 'block' },
    kind: { kind: 'choice', options: ['GOODS', 'PASSENGER'], initial: 'GOODS' },
    capacity: { kind: 'integer', min: 1, max: 5, initial: 1 },
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
    slotMinutes: { kind: 'choice', options: ['15', '30', '60'], initial: '30' },
    minMinutes: { kind: 'integer', min: 15, max: 1440, initial: 30, detailOnly: true },
    maxMinutes: { kind: 'integer', min: 15, max: 1440, initial: 240, detailOnly: true },
    bufferMinutes: { kind: 'integer', min: 0, max: 120, initial: 0, detailOnly: true },
    weightKg: { kind: 'integer', min: 50, max: 10_000, detailOnly: true },
    size: { kind: 'text', max: 60, detailOnly: true },
    active: { kind: 'flag', initial: true },
    order: { kind: 'integer', min: 0, max: 1000, initial: 0 },
  },
  resident: { near: { block: 'blockId', only: { active: true } } },
  list: {
    columns: ['name', 'blockId', 'kind', 'capacity', 'slotMinutes', 'active'],
    sorts: ['order', 'name', 'createdAt'],
    defaultSort: 'order',
    filters: ['blockId', 'kind', 'active', 'createdAt'],
  },
  errors: { ELEVATOR_EXISTS: 409, ELEVATOR_TIMES_INVALID: 400 },
  undo: { remove: { action: 'restore' } },
  check: lengthsFit,
});

const MOST_DAYS = 90;
const moment = (value: unknown) =>
  value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number.NaN;

function spanFits({ startAt, endAt }: Record<string, unknown>): FieldErrors {
  const [from, to] = [moment(startAt), moment(endAt)];
  if (to <= from) return { endAt: { code: 'CLOSURE_REVERSED' } };
  return to - from > MOST_DAYS * DAY_MS ? { endAt: { code: 'CLOSURE_TOO_LONG' } } : {};
}

/** A closure of an elevator (repair, holiday); overrides its opening hours. */
export const elevatorClosure = defineModule({
  name: 'elevator-closure',
  code: CODE,
  path: '/elevator-closure',
  opens: 'inventory-transfer-management?part=closures&id=',
  icon: 'lock',
  title: 'reason',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    elevatorId: { kind: 'ref', to: 'elevator', required: true },
    startAt: { kind: 'instant', required: true },
    endAt: { kind: 'instant', required: true },
    reason: { kind: 'text', min: 3, max: 200, required: true, search: true },
    source: { kind: 'choice', options: ['MANUAL', 'MAINTENANCE'], initial: 'MANUAL', readOnly: true },
    /** The maintenance work that created it; the closure follows its dates and ends with it. */
    maintenanceId: { kind: 'text', max: 24, key: true, readOnly: true, internal: true },
  },
  actions: { end: { from: [], flag: 'write' } },
  list: {
    columns: ['reason', 'elevatorId', 'startAt', 'endAt', 'source'],
    sorts: ['startAt', 'createdAt'],
    defaultSort: '-startAt',
    filters: ['elevatorId', 'source', 'startAt', 'endAt', 'createdAt'],
    indexed: ['elevatorId'],
  },
  errors: { CLOSURE_REVERSED: 400, CLOSURE_TOO_LONG: 400, CLOSURE_OVERLAPS: 409 },
  undo: { remove: { action: 'restore' } },
  check: spanFits,
});

export type Elevator = DocOf<typeof elevator>;
export type ElevatorRow = RowOf<typeof elevator>;
export type ElevatorClosure = DocOf<typeof elevatorClosure>;
export type ElevatorClosureRow = RowOf<typeof elevatorClosure>;
