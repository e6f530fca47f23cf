import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addDays, DAY_MS, instantAt, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { readHours } from '@lobby/shared/kit/hours.ts';
import { visitCalendar } from '@lobby/shared/modules/handover-schedule.contract.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { both, joinedQuery } from '../../../kit/records/lists/list.ts';
import { present } from '../../../kit/records/present.ts';
import { records } from '../../../kit/store/records.ts';
import { handoverConfig } from '../config.ts';
import { daysOff, slotsOn } from './slots.ts';

const MOST_DAYS = 62;
const MOST = 5000;
/** Days for which an employee without appointments keeps a lane. */
const LATELY = 60;
/** Refuses reversed and too long ranges. */
export function assertDayRange(from: string, to: string): void {
  if (to < from) failFields({ to: { code: 'DATES_REVERSED' } });
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MOST_DAYS)
    failFields({ to: { code: 'CALENDAR_TOO_LONG', params: { max: MOST_DAYS } } });
}

/** Appointments and capacity of each day. */
async function loadLoads(ctx: Ctx, from: string, to: string) {
  const config = await handoverConfig(ctx.projectId);
  const { timeZone } = ctx.project;
  const off = await daysOff(ctx);
  const whole = { from: startOfDay(from, timeZone), to: startOfDay(nextDay(to), timeZone) };
  // Finished appointments occupied their slots too.
  const stood = await records(handoverSchedule).find(
    ctx,
    { status: { $ne: 'NOT_SCHEDULED' }, scheduledAt: { $gte: whole.from, $lt: whole.to } },
    { only: ['scheduledAt'], limit: MOST },
  );
  const held = Map.groupBy(
    stood.flatMap(({ scheduledAt }) => (scheduledAt ? clockAt(scheduledAt, timeZone).day : [])),
    day => day,
  );
  const days: AnswerOf<typeof visitCalendar>['days'] = [];
  for (let at = from; at <= to; at = nextDay(at)) {
    const slots = off(at) ? [] : slotsOn(at, timeZone, config);
    days.push({
      day: at,
      off: slots.length === 0,
      held: held.get(at)?.length ?? 0,
      places: slots.length * config.slotsAtOnce,
    });
  }
  return days;
}

/** Employees with handovers in the weeks before a day, or later. */
async function lateInspectors(ctx: Ctx, from: string): Promise<string[]> {
  const since = startOfDay(addDays(from, -LATELY), ctx.project.timeZone);
  const ids = await records(handoverSchedule).distinct(ctx, 'employeeId', { scheduledAt: { $gte: since } });
  return ids.toSorted();
}

/** `GET /handover/schedule/calendar`: appointments of a range with capacity and employees. */
export const calendarRoute: Route = route(visitCalendar, {
  flags: ['read'],
  async run(ctx, { query: { from, to, filter } }) {
    assertDayRange(from, to);
    const { timeZone } = ctx.project;
    const chosen = await joinedQuery(handoverSchedule, filter ?? {}, ctx);
    const rows = await records(handoverSchedule).find(
      ctx,
      both(chosen, {
        projectId: ctx.projectId,
        status: { $ne: 'NOT_SCHEDULED' },
        scheduledAt: { $gte: instantAt(from, 0, timeZone), $lt: instantAt(nextDay(to), 0, timeZone) },
      }),
      { sort: { scheduledAt: 1, _id: 1 }, limit: MOST },
    );
    const { inspectorIds, slotMinutes, hours } = await handoverConfig(ctx.projectId);
    // Without configured inspectors, employees with recent handovers get lanes.
    const lately = inspectorIds.length > 0 ? [] : await lateInspectors(ctx, from);
    const there = rows.flatMap(({ employeeId }) => employeeId ?? []);
    return {
      rows: rows.map(row => present(handoverSchedule, ctx.projectId, row, 'staff')),
      days: await loadLoads(ctx, from, to),
      employeeIds: [...new Set([...inspectorIds, ...lately, ...there])],
      slotMinutes,
      hours: readHours(hours) ?? [],
    };
  },
});
