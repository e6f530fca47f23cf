import { DAY_MS, dayOf, instantAt, nextDay, weekdayOf } from '@lobby/shared/kit/dates.ts';
import { readHours } from '@lobby/shared/kit/hours.ts';
import type { HandoverConfig } from '@lobby/shared/modules/handover-config.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { visitSlots } from '@lobby/shared/modules/handover-schedule.contract.ts';
import { HELD, handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { WEEKDAYS } from '@lobby/shared/modules/work-schedule.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { loadCalendar } from '../../work-schedule/index.ts';
import { handoverConfig } from '../config.ts';
import { failHandover } from '../sheet/refuse.ts';

export interface Span {
  from: Date;
  to: Date;
}
const MOST_DAYS = 62;

/** Whether a day is a holiday of the project. */
export async function daysOff(ctx: Ctx): Promise<(day: string) => boolean> {
  const { holidays } = await loadCalendar(ctx.project);
  return day => holidays.some(({ startsOn, endsOn }) => startsOn <= day && day <= (endsOn ?? startsOn));
}

/** Throws for a time in the past, a range that is reversed or spans days, a holiday, or a time outside the working hours. */
export async function assertTimeFree(ctx: Ctx, { from, to }: Span, config: HandoverConfig): Promise<void> {
  if (from < ctx.now) failFields({ scheduledAt: { code: 'HANDOVER_IN_PAST' } }, 'HANDOVER_IN_PAST');
  const { timeZone } = ctx.project;
  const [begins, ends] = [clockAt(from, timeZone), clockAt(to, timeZone)];
  if (to <= from || begins.day !== ends.day) failFields({ endAt: { code: 'DATES_REVERSED' } }, 'DATES_REVERSED');
  if ((await daysOff(ctx))(begins.day)) failHandover('HOLIDAY', 'scheduledAt');
  const weekday = WEEKDAYS[begins.weekday];
  const spans = config.days.some(({ day }) => day === weekday) ? (readHours(config.hours) ?? []) : [];
  if (!spans.some(span => span.from <= begins.minutes && ends.minutes <= span.to))
    failHandover('OUTSIDE_HOURS', 'scheduledAt');
}

/** Appointments that overlap a time, without `except`. */
export const findOverlapping = (
  ctx: Ctx,
  { from, to }: Span,
  except: string | null,
  session?: Session,
): Promise<Doc<typeof handoverSchedule>[]> =>
  records(handoverSchedule)
    .in(session)
    .find(
      ctx,
      {
        status: { $in: [...HELD] },
        scheduledAt: { $lt: to },
        endAt: { $gt: from },
        ...(except && { _id: { $ne: except } }),
      },
      { patience: 2000 },
    );

/** Whether an appointment overlaps a time. */
export const meets = ({ scheduledAt, endAt }: Doc<typeof handoverSchedule>, { from, to }: Span): boolean =>
  scheduledAt !== null && endAt !== null && scheduledAt < to && endAt > from;

/** Capacity left at a time: free inspectors up to the limit of concurrent appointments. */
function leftAt(
  span: Span,
  held: readonly Doc<typeof handoverSchedule>[],
  { slotsAtOnce, inspectorIds }: HandoverConfig,
): number {
  const there = held.filter(other => meets(other, span));
  const busy = new Set(there.map(({ employeeId }) => employeeId));
  const free = inspectorIds.filter(id => !busy.has(id)).length;
  return Math.max(0, Math.min(slotsAtOnce - there.length, free));
}

/** Slots of a day by the project's settings. */
export function slotsOn(day: string, timeZone: string, { hours, slotMinutes, days }: HandoverConfig): Span[] {
  const weekday = WEEKDAYS[weekdayOf(day)];
  if (!days.some(opening => opening.day === weekday)) return [];
  return (readHours(hours) ?? []).flatMap(({ from, to }) =>
    Array.from({ length: Math.floor((to - from) / slotMinutes) }, (_, n) => ({
      from: instantAt(day, from + n * slotMinutes, timeZone),
      to: instantAt(day, from + (n + 1) * slotMinutes, timeZone),
    })),
  );
}

/** Slots that residents can still book within a range of days. */
async function freeSlots(ctx: Ctx, from: string, to: string) {
  const config = await handoverConfig(ctx.projectId);
  if (ctx.kind === 'resident' && !config.bookableByResident) return [];
  const { timeZone } = ctx.project;
  const off = await daysOff(ctx);
  const latest = new Date(ctx.now.getTime() + config.bookAheadDays * DAY_MS);
  const spans: Span[] = [];
  for (let day = from; day <= to; day = nextDay(day))
    if (!off(day))
      spans.push(...slotsOn(day, timeZone, config).filter(slot => slot.from > ctx.now && slot.from <= latest));
  const [first, last] = [spans[0], spans.at(-1)];
  const held = first && last ? await findOverlapping(ctx, { from: first.from, to: last.to }, null) : [];
  return spans
    .map(span => ({ at: span.from.toISOString(), left: leftAt(span, held, config) }))
    .filter(slot => slot.left > 0);
}

/** Throws if a resident's time is not a bookable slot. */
export function assertSlot(ctx: Ctx, { from, to }: Span, config: HandoverConfig): void {
  const { timeZone } = ctx.project;
  const latest = ctx.now.getTime() + config.bookAheadDays * DAY_MS;
  const slots = slotsOn(dayOf(from, timeZone), timeZone, config);
  const isOffered = slots.some(slot => slot.from.getTime() === from.getTime() && slot.to.getTime() === to.getTime());
  if (!isOffered || from.getTime() > latest) failHandover('OUTSIDE_HOURS', 'scheduledAt');
  if (!config.bookableByResident) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: HANDOVER });
}

/** The free inspector with the fewest appointments on that day; throws if none is free. */
export async function inspectorFor(
  ctx: Ctx,
  span: Span,
  held: readonly Doc<typeof handoverSchedule>[],
  config: HandoverConfig,
  session: Session,
) {
  const busy = new Set(held.map(({ employeeId }) => employeeId));
  const free = config.inspectorIds.filter(id => !busy.has(id));
  const { timeZone } = ctx.project;
  const day = dayOf(span.from, timeZone);
  const whole = { from: instantAt(day, 0, timeZone), to: instantAt(day, 1440, timeZone) };
  const today = await findOverlapping(ctx, whole, null, session);
  const load = (id: string) => today.filter(({ employeeId }) => employeeId === id).length;
  return free.toSorted((a, b) => load(a) - load(b))[0] ?? fail('HANDOVER_SLOT_FULL', { places: 0 });
}

/** `GET /handover/schedule/slots`: bookable times for a household. */
export const slotsRoute: Route = route(visitSlots, {
  flags: ['read'],
  residents: true,
  async run(ctx, { query: { from, to } }) {
    if (to < from || (Date.parse(to) - Date.parse(from)) / DAY_MS > MOST_DAYS)
      failFields({ to: { code: 'DATES_REVERSED' } });
    return freeSlots(ctx, from, to);
  },
});
