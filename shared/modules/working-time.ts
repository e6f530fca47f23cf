import { type Day, dayOf, instantAt, nextDay } from '../kit/dates.ts';
import { type Hours, readHours } from '../kit/hours.ts';
import { WEEKDAYS, type WorkSchedule } from './work-schedule.ts';

type Week = Pick<WorkSchedule, (typeof WEEKDAYS)[number]>;

/** When a project works: its schedules that count, and the days on which it does not. */
export interface WorkCalendar {
  timeZone: string;
  schedules: readonly Week[];
  holidays: readonly { startsOn: Day; endsOn: Day }[];
}

/** Limit of the search for the next working time, longer than any holiday. */
const MOST_DAYS = 800;

/** The spans of a day at which somebody works, in order; without any schedule it is all of every day. */
export function hoursOn({ schedules, holidays }: Omit<WorkCalendar, 'timeZone'>, day: Day): Hours[] {
  if (holidays.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)) return [];
  if (schedules.length === 0) return [{ from: 0, to: 1440 }];
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'sunday';
  return schedules.flatMap(one => readHours(one[weekday] ?? '') ?? []).toSorted((a, b) => a.from - b.from);
}

/** Whether the project works at an instant; the end of a shift is not of it any more. */
export function isWorkingTime(calendar: WorkCalendar, at: Date): boolean {
  const day = dayOf(at, calendar.timeZone);
  return hoursOn(calendar, day).some(
    ({ from, to }) => at >= instantAt(day, from, calendar.timeZone) && at < instantAt(day, to, calendar.timeZone),
  );
}

/** The instant itself where it is working time, else the next one that is; null where none comes. */
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

/** The spans of a day as instants, those that meet or overlap made one: two schedules at once are no two clocks. */
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

/** The instant at which so much working time has passed; null where it never does. */
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

/** How much working time lies between two instants, in milliseconds; 0 where the second is not after the first. */
export function workingTimeBetween(calendar: WorkCalendar, from: Date, to: Date): number {
  let passed = 0;
  let day = dayOf(from, calendar.timeZone);
  const last = dayOf(to, calendar.timeZone);
  for (let days = 0; day <= last && days < MOST_DAYS; days++, day = nextDay(day))
    for (const span of spansOn(calendar, day))
      passed += Math.max(0, Math.min(span.to, to.getTime()) - Math.max(span.from, from.getTime()));
  return passed;
}
