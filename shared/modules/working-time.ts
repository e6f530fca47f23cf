import { type Day, dayOf, instantAt, nextDay, weekdayOf } from '../kit/dates.ts';
import { type Hours, readHours } from '../kit/hours.ts';
import { WEEKDAYS, type WorkSchedule } from './work-schedule.ts';

type Week = Pick<WorkSchedule, (typeof WEEKDAYS)[number]>;

/** Working time of a project: schedules with `counts`, and holidays. */
export interface WorkCalendar {
  timeZone: string;
  schedules: readonly Week[];
  holidays: readonly { startsOn: Day; endsOn: Day }[];
}

/** Search limit in days, longer than any holiday. */
const MOST_DAYS = 800;

/** Working hours of a day in order. Without schedules all time is working time. */
export function hoursOn({ schedules, holidays }: Omit<WorkCalendar, 'timeZone'>, day: Day): Hours[] {
  if (holidays.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)) return [];
  if (schedules.length === 0) return [{ from: 0, to: 1440 }];
  const weekday = WEEKDAYS[weekdayOf(day)] ?? 'sunday';
  return schedules.flatMap(schedule => readHours(schedule[weekday] ?? '') ?? []).toSorted((a, b) => a.from - b.from);
}

/** Whether an instant is working time; the end of a shift is not. */
export function isWorkingTime(calendar: WorkCalendar, at: Date): boolean {
  const day = dayOf(at, calendar.timeZone);
  return hoursOn(calendar, day).some(
    ({ from, to }) => at >= instantAt(day, from, calendar.timeZone) && at < instantAt(day, to, calendar.timeZone),
  );
}

/** The instant itself if it is working time, otherwise the next one; null if none is found. */
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

/** Working spans of a day as instants, merged where they overlap or touch. */
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

/** The instant at which an amount of working time has passed; null if never. */
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

/** Working time between two instants in ms; 0 if the second is not later. */
export function workingTimeBetween(calendar: WorkCalendar, from: Date, to: Date): number {
  let passed = 0;
  let day = dayOf(from, calendar.timeZone);
  const last = dayOf(to, calendar.timeZone);
  for (let days = 0; day <= last && days < MOST_DAYS; days++, day = nextDay(day))
    for (const span of spansOn(calendar, day))
      passed += Math.max(0, Math.min(span.to, to.getTime()) - Math.max(span.from, from.getTime()));
  return passed;
}
