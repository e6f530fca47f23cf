import { type Day, dayOf, instantAt, nextDay } from '../kit/dates.ts';
import { type Hours, readHours } from '../kit/hours.ts';
import { WEEKDAYS, type WorkSchedule } from './work-schedule.ts';

type Week = Pick<WorkSchedule, (typeof WEEKDAYS)[number]>;

/** Working time of a project: its counting schedules, and days off. */
export interface WorkCalendar {
  timeZone: string;
  schedules: readonly Week[];
  holidays: readonly { startsOn: Day; endsOn: Day }[];
}

/** Limit of the search for the next working time, longer than any holiday. */
const MOST_DAYS = 800;

/** Returns the working hours of a day, in order; without schedules, all of every day. */
export function hoursOn({ schedules, holidays }: Omit<WorkCalendar, 'timeZone'>, day: Day): Hours[] {
  if (holidays.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)) return [];
  if (schedules.length === 0) return [{ from: 0, to: 1440 }];
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'sunday';
  return schedules.flatMap(one => readHours(one[weekday] ?? '') ?? []).toSorted((a, b) => a.from - b.from);
}

/** Whether a time is working time; the end of a shift is not. */
export function isWorkingTime(calendar: WorkCalendar, at: Date): boolean {
  const day = dayOf(at, calendar.timeZone);
  return hoursOn(calendar, day).some(
    ({ from, to }) => at >= instantAt(day, from, calendar.timeZone) && at < instantAt(day, to, calendar.timeZone),
  );
}

/** Returns the time itself if it is working time, else the next one; null if there is none. */
export function nextWorkingTime(calendar: WorkCalendar, at: Date): Date | null {
  if (isWorkingTime(calendar, at)) return at;
  let day = dayOf(at, calendar.timeZone);
  for (let days = 0; days < MOST_DAYS; days++, day = nextDay(day))
    for (const { from } of hoursOn(calendar, day)) {
      const start = instantAt(day, from, calendar.timeZone);
      if (start > at) return start;
    }
  return null;
}

/** Returns the working spans of a day as times; overlapping or touching ones are merged, so that they count once. */
function spansOn(calendar: WorkCalendar, day: Day): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  const clock = (minutes: number) => instantAt(day, minutes, calendar.timeZone).getTime();
  for (const { from, to } of hoursOn(calendar, day)) {
    const [begins, ends] = [clock(from), clock(to)];
    const last = spans.at(-1);
    if (last && begins <= last.to) last.to = Math.max(last.to, ends);
    else spans.push({ from: begins, to: ends });
  }
  return spans;
}

/** Returns the time after an amount of working time; null if it is never reached. */
export function afterWorkingTime(calendar: WorkCalendar, from: Date, ms: number): Date | null {
  let left = ms;
  let day = dayOf(from, calendar.timeZone);
  for (let days = 0; days < MOST_DAYS; days++, day = nextDay(day))
    for (const span of spansOn(calendar, day)) {
      const begins = Math.max(span.from, from.getTime());
      if (begins >= span.to) continue;
      if (left <= span.to - begins) return new Date(begins + left);
      left -= span.to - begins;
    }
  return null;
}

/** Returns the working time between two times in milliseconds; 0 if the second is not later. */
export function workingTimeBetween(calendar: WorkCalendar, from: Date, to: Date): number {
  let passed = 0;
  let day = dayOf(from, calendar.timeZone);
  const last = dayOf(to, calendar.timeZone);
  for (let days = 0; day <= last && days < MOST_DAYS; days++, day = nextDay(day))
    for (const span of spansOn(calendar, day))
      passed += Math.max(0, Math.min(span.to, to.getTime()) - Math.max(span.from, from.getTime()));
  return passed;
}
