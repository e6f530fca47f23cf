import { addDays, addMonths, DAY_MS, dayOf, instantAt, isDay, MINUTE_MS, monthOf } from '@lobby/shared/kit/dates.ts';
import rrule from 'rrule';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import type { Amenity, Frame } from '../../utility/index.ts';

/** Maximum number of repetitions, and of months. */
const MOST_TIMES = 52;
const MOST_MONTHS = 6;
const RULE =
  /^(FREQ=(DAILY|WEEKLY|MONTHLY)|INTERVAL=\d{1,3}|COUNT=\d{1,4}|UNTIL=\d{8}(T\d{6}Z?)?|BYDAY=[-+0-9A-Z,]{2,40}|BYMONTHDAY=[-0-9,]{1,40}|WKST=[A-Z]{2})$/;

const refuse = (): never => failFields({ rrule: { code: 'RRULE_INVALID' } }, 'RRULE_INVALID');
const tooMany = (): never =>
  failFields({ rrule: { code: 'TOO_MANY', params: { max: MOST_TIMES } } }, 'TOO_MANY_BOOKINGS', { limit: MOST_TIMES });

/** Local time written as UTC, for calculating rules. */
function onWall(at: Date, timeZone: string): Date {
  const { day, minutes } = clockAt(at, timeZone);
  return new Date(Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS);
}

/** Parts of a rule by name, without duplicates. */
function partsOf(rule: string): Map<string, string> {
  const parts = rule.replace(/^RRULE:/, '').split(';');
  if (parts.some(part => !RULE.test(part))) refuse();
  const named = new Map(parts.map(part => part.split('=') as [string, string]));
  if (named.size < parts.length || !named.has('FREQ') || named.has('COUNT') === named.has('UNTIL')) refuse();
  return named;
}

/** End of a rule; a day is inclusive. */
function untilOf(text: string, timeZone: string): Date {
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
  if (!isDay(day)) refuse();
  const clock = text.slice(9, 15);
  if (!clock) return new Date(`${day}T23:59:59Z`);
  const at = new Date(`${day}T${clock.slice(0, 2)}:${clock.slice(2, 4)}:${clock.slice(4, 6)}Z`);
  if (Number.isNaN(at.getTime())) refuse();
  return text.endsWith('Z') ? onWall(at, timeZone) : at;
}

/** Frames of each repetition of an RRULE, at the same local time. */
export function timesBy(rule: string, slots: readonly Frame[], timeZone: string): Frame[][] {
  const [first] = slots;
  if (!first) return [];
  const parts = partsOf(rule);
  const begin = onWall(first.from, timeZone);
  const day = dayOf(first.from, timeZone);
  const last = new Date(`${addMonths(monthOf(day), MOST_MONTHS)}-01T00:00:00Z`);
  last.setTime(last.getTime() + (Number(day.slice(8)) - 1) * DAY_MS + DAY_MS);
  const untilText = parts.get('UNTIL');
  const until = untilText ? untilOf(untilText, timeZone) : last;
  if (until > last) refuse();
  const count = parts.has('COUNT') ? Number(parts.get('COUNT')) : undefined;
  if (count === 0) refuse();
  if (count !== undefined && count > MOST_TIMES) tooMany();
  const text = [...parts].filter(([name]) => name !== 'COUNT' && name !== 'UNTIL').map(part => part.join('='));
  let found: Date[] = [];
  try {
    const options = { ...rrule.RRule.parseString(text.join(';')), dtstart: begin, until, ...(count && { count }) };
    found = new rrule.RRule(options).all((_, n) => n <= MOST_TIMES);
  } catch {
    refuse();
  }
  if (found.length > MOST_TIMES) tooMany();
  if (found.length === 0 || (count !== undefined && found.length < count)) refuse();
  const moved = (at: Date, days: number) => {
    const { day: date, minutes } = clockAt(at, timeZone);
    return instantAt(addDays(date, days), minutes, timeZone);
  };
  return found.map(at => {
    const days = Math.round((at.getTime() - begin.getTime()) / DAY_MS);
    return slots.map(({ from, to }) => ({ from: moved(from, days), to: moved(to, days) }));
  });
}

/** Residents may repeat bookings only if the amenity allows it. */
export function assertRepeatable(ctx: Ctx, { recurring }: Pick<Amenity, 'recurring'>): void {
  if (ctx.kind === 'resident' && !recurring)
    failFields({ rrule: { code: 'RECURRING_NOT_ALLOWED' } }, 'RECURRING_NOT_ALLOWED');
}
