import { addDays, type Day, weekdayOf } from '@lobby/shared/kit/dates.ts';
import { type Hours, readHours } from '@lobby/shared/kit/hours.ts';
import { type HolidayRow, WEEK, type WorkScheduleRow } from '@lobby/shared/modules/work-schedule.ts';

interface Span extends Hours {
  schedule: WorkScheduleRow;
}
/** Shift of a schedule on a day, in one of the parallel lanes. */
export interface Shift extends Span {
  lane: number;
  lanes: number;
}
export interface WeekDay {
  day: Day;
  weekday: (typeof WEEK)[number];
  holiday: HolidayRow | undefined;
  shifts: readonly Shift[];
}

export function mondayOf(day: Day): Day {
  const weekday = weekdayOf(day);
  return addDays(day, -((weekday + 6) % 7));
}

export const holidayOn = (holidays: readonly HolidayRow[], day: Day): HolidayRow | undefined =>
  holidays.find(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn);

/** Lanes of the shifts: overlapping schedules get a lane each, a single one the full width. */
function laid(spans: readonly Span[], order: readonly WorkScheduleRow[]): Shift[] {
  const groups: Span[][] = [];
  let end = 0;
  for (const span of spans) {
    if (span.from >= end) groups.push([]);
    groups.at(-1)?.push(span);
    end = Math.max(end, span.to);
  }
  return groups.flatMap(group => {
    const lanes = order.filter(lane => group.some(({ schedule }) => schedule === lane));
    return group.map(span => ({ ...span, lane: lanes.indexOf(span.schedule), lanes: lanes.length }));
  });
}

export function weekOf(monday: Day, schedules: readonly WorkScheduleRow[], holidays: readonly HolidayRow[]): WeekDay[] {
  return WEEK.map((weekday, at) => {
    const day = addDays(monday, at);
    const working = schedules.filter(schedule => schedule[weekday]);
    const spans = working
      .flatMap(schedule => (readHours(schedule[weekday] ?? '') ?? []).map(span => ({ ...span, schedule })))
      .toSorted((a, b) => a.from - b.from || working.indexOf(a.schedule) - working.indexOf(b.schedule));
    return { day, weekday, holiday: holidayOn(holidays, day), shifts: laid(spans, working) };
  });
}

/** Visible hours: from the first to the last shift, at least 7 to 19. */
export function hoursShown(days: readonly WeekDay[]): { first: number; last: number } {
  const shifts = days.flatMap(day => day.shifts);
  const first = Math.min(7, ...shifts.map(({ from }) => Math.floor(from / 60)));
  const last = Math.max(19, ...shifts.map(({ to }) => Math.ceil(to / 60)));
  return { first, last };
}
