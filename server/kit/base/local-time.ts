import { type Day, dayOf, weekdayOf } from '@lobby/shared/kit/dates.ts';
import { readHours } from '@lobby/shared/kit/hours.ts';
import type { Ctx } from './context.ts';

/** Today's date in the project's time zone. */
export const todayOf = (ctx: Ctx): Day => dayOf(ctx.now, ctx.project.timeZone);

/** Day of the week (0 is Sunday) and minutes since midnight in the project's time zone. */
export function clockAt(at: Date, timeZone: string): { day: string; weekday: number; minutes: number } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => parts.find(entry => entry.type === type)?.value ?? '';
  const day = `${part('year')}-${part('month')}-${part('day')}`;
  return {
    day,
    weekday: weekdayOf(day),
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

/** Whether a minute of the day falls within spans such as `08:00-17:00`. True where there are no spans. */
export const isWithin = (hours: unknown, minutes: number): boolean => {
  const spans = typeof hours === 'string' && hours ? readHours(hours) : null;
  return !spans || spans.some(({ from, to }) => from <= minutes && minutes <= to);
};
