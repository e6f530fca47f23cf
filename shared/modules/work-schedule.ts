import { DAY_MS } from '../kit/dates.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { TextField } from '../kit/fields.ts';

/** Weekdays by index; 0 is Sunday. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
/** Weekdays in display order, from Monday. */
export const WEEK: readonly Weekday[] = [...WEEKDAYS.slice(1), 'sunday'];

/** Hours of a weekday; empty: day off. */
const shifts = { kind: 'text', max: 120, hours: true } as const satisfies TextField;

/** Weekly work schedule, e.g. of the office or the guards. */
export const workSchedule = defineModule({
  name: 'work-schedule',
  code: 'WORK_SCHEDULE',
  path: '/work-schedule',
  route: 'configs-work-schedules',
  opens: 'configs-work-schedules?part=schedules&id=',
  icon: 'calendar',
  menu: { group: 'system', order: 8, key: 'workSchedules' },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  imports: { keys: [['name']] },
  fields: {
    name: { kind: 'text', max: 60, required: true, unique: true, taken: 'WORK_SCHEDULE_EXISTS', search: true },
    departmentId: { kind: 'ref', to: 'department' },
    color: { kind: 'choice', options: ['teal', 'blue', 'green', 'amber', 'violet', 'pink'], initial: 'teal' },
    // Counts as working time of the project, in which deadlines run.
    counts: { kind: 'flag', initial: true },
    monday: shifts,
    tuesday: shifts,
    wednesday: shifts,
    thursday: shifts,
    friday: shifts,
    saturday: shifts,
    sunday: shifts,
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: ['name', ...WEEK, 'departmentId', 'counts'],
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
    filters: ['departmentId', 'counts'],
  },
  errors: { WORK_SCHEDULE_EXISTS: 409 },
});

/** Longer than any holiday. */
const MOST_DAYS = 366;

/** Days off of the building: public holidays or its own. */
export const holiday = defineModule({
  name: 'holiday',
  code: 'WORK_SCHEDULE',
  path: '/holiday',
  opens: 'configs-work-schedules?part=holidays&id=',
  icon: 'calendar',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  imports: { keys: [['startsOn', 'endsOn']] },
  fields: {
    name: { kind: 'text', max: 100, required: true, search: true },
    type: { kind: 'choice', options: ['PUBLIC', 'DAY_OFF'], initial: 'DAY_OFF' },
    startsOn: { kind: 'date', required: true, unique: { within: 'endsOn' }, taken: 'HOLIDAY_EXISTS' },
    endsOn: { kind: 'date', required: true },
    note: { kind: 'longText', max: 500 },
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: ['name', 'type', 'startsOn', 'endsOn'],
    sorts: ['startsOn', 'name'],
    defaultSort: 'startsOn',
    filters: ['type', 'startsOn'],
    indexed: ['type'],
  },
  errors: { HOLIDAY_EXISTS: 409 },
  check: holidayFits,
});

/** Refuses a holiday that ends before it starts (rules.md 5) or is longer than MOST_DAYS. */
function holidayFits({ startsOn, endsOn }: Record<string, unknown>): Record<string, { code: string }> {
  if (typeof startsOn !== 'string' || typeof endsOn !== 'string') return {};
  if (startsOn > endsOn) return { endsOn: { code: 'HOLIDAY_REVERSED' } };
  const days = (Date.parse(endsOn) - Date.parse(startsOn)) / DAY_MS + 1;
  return days > MOST_DAYS ? { endsOn: { code: 'HOLIDAY_TOO_LONG' } } : {};
}

export type WorkSchedule = DocOf<typeof workSchedule>;
export type WorkScheduleRow = RowOf<typeof workSchedule>;
export type HolidayRow = RowOf<typeof holiday>;
