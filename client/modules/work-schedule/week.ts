import type { Day } from '@lobby/shared/kit/dates.ts';
import { type Hours, readHours } from '@lobby/shared/kit/hours.ts';
import { dayLater } from '@lobby/shared/modules/public-holidays.ts';
import { type HolidayRow, WEEK, type WorkScheduleRow } from '@lobby/shared/modules/work-schedule.ts';

/** A shift of a schedule on a day, in one of the lanes that stand side by side. */
export interface Shift extends Hours {
  schedule: WorkScheduleRow;
  lane: number;
}
export interface WeekDay {
  day: Day;
  weekday: (typeof WEEK)[number];
  holiday: HolidayRow | undefined;
  shifts: readonly Shift[];
  lanes: number;
}

/** The Monday of the week that a day is in. */
export function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return dayLater(day, -((weekday + 6) % 7));
}

/** The holiday of a day. */
export const holidayOn = (holidays: readonly HolidayRow[], day: Day): HolidayRow | undefined =>
  holidays.find(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn);

/** The days of a week with their shifts: schedules that work on a day have a lane each. */
export function weekOf(monday: Day, schedules: readonly WorkScheduleRow[], holidays: readonly HolidayRow[]): WeekDay[] {
  return WEEK.map((weekday, at) => {
    const day = dayLater(monday, at);
    const working = schedules.filter(one => one[weekday]);
    const shifts = working
      .flatMap((schedule, lane) =>
        (readHours(schedule[weekday] ?? '') ?? []).map(span => ({ ...span, schedule, lane })),
      )
      .toSorted((a, b) => a.from - b.from || a.lane - b.lane);
    return { day, weekday, holiday: holidayOn(holidays, day), shifts, lanes: Math.max(1, working.length) };
  });
}

/** The hours worth showing: those of all shifts with one around, at least from 7 to 19. */
export function hoursShown(days: readonly WeekDay[]): { first: number; last: number } {
  const shifts = days.flatMap(day => day.shifts);
  const first = Math.min(7, ...shifts.map(({ from }) => Math.floor(from / 60)));
  const last = Math.max(19, ...shifts.map(({ to }) => Math.ceil(to / 60)));
  return { first, last };
}
