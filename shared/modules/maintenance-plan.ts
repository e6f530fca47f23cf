import { defineModule } from '../kit/define-module.ts';
import type { RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import type { Fields, LinesField } from '../kit/fields.ts';
import { CARE_KINDS, nameOfItsOwn } from './care.ts';
import { METER_KEY, METERS } from './device-reading.ts';
import { type DateRule, FREQUENCIES, HOLIDAY_WAYS, LAST_DAY, NTHS } from './plan-dates.ts';

export const MOST_TARGETS = 200;
export const TARGETS = ['systemIds', 'deviceIds', 'assetIds', 'placeIds'] as const;
export const PEOPLE = ['assigneeIds', 'departmentId', 'contractorId'] as const;
/** Number of dates in a preview. */
export const PREVIEWED = 24;

const people = {
  assigneeIds: { kind: 'refs', to: 'employee', max: 20 },
  departmentId: { kind: 'ref', to: 'department' },
  contractorId: { kind: 'ref', to: 'partner', invalidRefCode: 'CONTRACTOR_NOT_FOUND' },
} as const satisfies Fields;

/** Recurrence fields, which are all that a preview takes. */
export const RULE_FIELDS = {
  frequency: { kind: 'choice', options: FREQUENCIES },
  interval: { kind: 'integer', min: 1, max: 365, initial: 1 },
  weekdays: {
    kind: 'lines',
    max: 7,
    of: { day: { kind: 'choice', options: ['1', '2', '3', '4', '5', '6', '0'], required: true } },
  },
  monthDays: { kind: 'lines', max: 31, of: { day: { kind: 'text', max: 4, required: true } } },
  nth: { kind: 'choice', options: NTHS },
  startsOn: { kind: 'date', required: true },
  endsOn: { kind: 'date' },
  count: { kind: 'integer', min: 1, max: 1000, detailOnly: true },
  holidays: { kind: 'choice', options: HOLIDAY_WAYS, initial: 'NEXT_WORKING_DAY', detailOnly: true },
} as const satisfies Fields;

type Values = Record<string, unknown>;
const linesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(({ day }) => String(day)) : []);
const isMonthDay = (day: string) => day === LAST_DAY || /^([1-9]|[12]\d|3[01])$/.test(day);

/** Meter values that trigger works besides the recurrence. */
const TRIGGERS = {
  kind: 'lines',
  max: 5,
  of: {
    meter: { ...METER_KEY, required: true },
    kind: { kind: 'choice', options: ['EVERY', 'ABOVE', 'BELOW'], required: true },
    value: { kind: 'decimal', places: 3, min: 0.001, max: 999_999_999.999, required: true },
    pauseHours: { kind: 'integer', min: 0, max: 720, initial: 24 },
    /** Copied from the meter of the plan's machines. */
    name: { ...METERS.of.name, required: false, internal: true },
    unitName: { ...METERS.of.unitName, internal: true },
  },
} as const satisfies LinesField;

/** Recurrence of a plan; null without frequency. */
export function ruleIn(values: Values): DateRule | null {
  const { frequency, interval, nth, startsOn, endsOn, count } = values;
  if (typeof frequency !== 'string' || typeof startsOn !== 'string') return null;
  return {
    frequency: frequency as DateRule['frequency'],
    interval: typeof interval === 'number' ? interval : 1,
    weekdays: linesOf(values.weekdays).map(Number),
    monthDays: linesOf(values.monthDays).map(day => (day === LAST_DAY ? LAST_DAY : Number(day))),
    nth: typeof nth === 'string' ? (nth as DateRule['nth']) : null,
    startsOn,
    endsOn: typeof endsOn === 'string' ? endsOn : null,
    count: typeof count === 'number' ? count : null,
  };
}

/** Requires at most one way to end, an end after the start, valid days, and reminders in order. */
export function ruleFits(values: Values): FieldErrors {
  const { startsOn, endsOn, count, reminder1, reminder2, nth } = values;
  const errors: FieldErrors = {};
  if (typeof startsOn === 'string' && typeof endsOn === 'string' && endsOn <= startsOn)
    errors.endsOn = { code: 'DATES_REVERSED' };
  if (typeof endsOn === 'string' && typeof count === 'number') errors.count = { code: 'INVALID' };
  if (nth && linesOf(values.weekdays).length === 0) errors.weekdays = { code: 'REQUIRED' };
  for (const [n, day] of linesOf(values.monthDays).entries())
    if (!isMonthDay(day)) errors[`monthDays.${n}.day`] = { code: 'INVALID' };
  if (typeof reminder1 === 'number' && typeof reminder2 === 'number' && reminder2 >= reminder1)
    errors.reminder2 = { code: 'REMINDER_ORDER', params: { days: reminder1 } };
  return errors;
}

/** A plan that generates maintenance and inspection works. */
export const maintenancePlan = defineModule({
  name: 'maintenance-plan',
  code: 'MAINTENANCE',
  path: '/maintenance-plan',
  route: 'config-maintenance-plan',
  icon: 'calendar-check',
  menu: { group: 'operations', order: 9, key: 'maintenancePlans', makes: true },
  prefix: 'KH',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    code: { kind: 'text', code: true, max: 30, readOnly: true, search: true },
    name: nameOfItsOwn('MAINTENANCE_PLAN_EXISTS'),
    kind: { kind: 'choice', options: CARE_KINDS, required: true },
    systemIds: { kind: 'refs', to: 'technical-system', max: MOST_TARGETS },
    deviceIds: { kind: 'refs', to: 'device', max: MOST_TARGETS },
    assetIds: { kind: 'refs', to: 'asset', max: MOST_TARGETS },
    placeIds: { kind: 'refs', to: 'place', max: MOST_TARGETS },
    ...RULE_FIELDS,
    triggers: TRIGGERS,
    basis: { kind: 'choice', options: ['SCHEDULED', 'COMPLETED'], initial: 'SCHEDULED' },
    startTime: { kind: 'text', time: true, max: 5, detailOnly: true },
    durationMinutes: { kind: 'integer', min: 15, max: 1440, initial: 60, detailOnly: true },
    dueDelayDays: { kind: 'integer', min: 0, max: 90, initial: 3, detailOnly: true },
    leadDays: { kind: 'integer', min: 1, max: 365, initial: 30, detailOnly: true },
    supersede: { kind: 'flag', detailOnly: true },
    ...people,
    checklistId: { kind: 'ref', to: 'maintenance-checklist', invalidRefCode: 'CHECKLIST_NOT_PUBLISHED' },
    requiresPhoto: { kind: 'flag', detailOnly: true },
    requiresSignature: { kind: 'flag', detailOnly: true },
    closesLift: { kind: 'flag', detailOnly: true },
    parts: {
      kind: 'lines',
      max: 50,
      detailOnly: true,
      of: {
        supplyId: { kind: 'ref', to: 'supply', required: true },
        quantity: { kind: 'decimal', places: 3, min: 0.001, required: true },
      },
    },
    estimatedMinutes: { kind: 'integer', min: 1, max: 1440, detailOnly: true },
    estimatedCost: { kind: 'money', min: 0, detailOnly: true },
    reminder1: { kind: 'integer', min: 1, max: 365, detailOnly: true },
    reminder2: { kind: 'integer', min: 1, max: 365, detailOnly: true },
    reminderEmails: { kind: 'lines', max: 10, detailOnly: true, of: { email: { kind: 'email', required: true } } },
    priority: { kind: 'choice', options: ['low', 'normal', 'high', 'urgent'], initial: 'normal' },
    workTitle: { kind: 'text', max: 200, detailOnly: true },
    note: { kind: 'longText', max: 2000, detailOnly: true },
    files: { kind: 'files', max: 5, detailOnly: true },
    nextDate: { kind: 'date', readOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  initial: 'ACTIVE',
  statuses: {
    ACTIVE: { tone: 'done', icon: 'circle-check' },
    PAUSED: { tone: 'waiting', icon: 'clock' },
    ENDED: { tone: 'ended', icon: 'circle-x' },
  },
  actions: {
    pause: {
      from: ['ACTIVE'],
      to: 'PAUSED',
      flag: 'updateStatus',
      reason: true,
      multi: true,
      key: 'p',
      input: { removeOpen: { kind: 'flag' } },
    },
    resume: {
      from: ['PAUSED'],
      to: 'ACTIVE',
      flag: 'updateStatus',
      multi: true,
      input: { from: { kind: 'date', required: true } },
    },
    end: {
      from: ['ACTIVE', 'PAUSED'],
      to: 'ENDED',
      flag: 'updateStatus',
      reason: true,
      danger: true,
      multi: true,
      input: { removeOpen: { kind: 'flag' } },
    },
    'make-now': {
      from: ['ACTIVE'],
      flag: 'updateStatus',
      input: {
        scheduledDate: { kind: 'date', required: true },
        deviceIds: { kind: 'refs', to: 'device', max: MOST_TARGETS },
        assetIds: { kind: 'refs', to: 'asset', max: MOST_TARGETS },
        placeIds: { kind: 'refs', to: 'place', max: MOST_TARGETS },
      },
    },
    assign: { from: ['ACTIVE', 'PAUSED'], flag: 'write', asks: true, multi: true, input: people },
  },
  list: {
    columns: [
      'name',
      'code',
      'kind',
      'systemIds',
      'deviceIds',
      'frequency',
      'interval',
      'basis',
      'nextDate',
      'assigneeIds',
      'departmentId',
      'contractorId',
      'checklistId',
      'priority',
      'status',
      'createdAt',
    ],
    hidden: ['deviceIds', 'assetIds', 'placeIds', 'checklistId', 'interval', 'departmentId', 'priority', 'createdAt'],
    sorts: ['nextDate', 'code', 'name', 'startsOn', 'createdAt'],
    defaultSort: 'nextDate',
    filters: [
      'status',
      'kind',
      'systemIds',
      'deviceIds',
      'assetIds',
      'placeIds',
      'assigneeIds',
      'departmentId',
      'contractorId',
      'checklistId',
      'priority',
      'nextDate',
      'startsOn',
      'endsOn',
      'createdAt',
    ],
    tabs: {
      active: { status: { in: ['ACTIVE'] } },
      paused: { status: { in: ['PAUSED'] } },
      ended: { status: { in: ['ENDED'] } },
      all: {},
    },
  },
  errors: {
    MAINTENANCE_PLAN_EXISTS: 409,
    MAINTENANCE_HAS_HISTORY: 409,
    PLAN_RULE_INVALID: 400,
    PLAN_WITHOUT_RULE: 400,
    CONTRACTOR_NOT_FOUND: 422,
    CHECKLIST_NOT_PUBLISHED: 422,
  },
  imports: { keys: [['name']] },
  check: ruleFits,
});

export type MaintenancePlanRow = RowOf<typeof maintenancePlan>;

/** A thing covered by a plan. */
export interface PlanTarget {
  of: 'device' | 'asset' | 'place';
  id: string;
  /** Out of service: no works are generated. */
  resting: boolean;
  last: string | null;
  next: string | null;
}

/** A thing covered by a plan, or a parent of it in the tree. */
export interface PlanThing {
  of: 'system-group' | 'technical-system' | 'device' | 'item-category' | 'asset' | 'place';
  id: string;
  name: string;
  below: string | null;
}
