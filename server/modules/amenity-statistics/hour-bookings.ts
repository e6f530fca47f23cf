import { HOUR_MS, nextDay, startOfDay, weekdayOf } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import { type BookingsQuery, loadUnits, NOT_COUNTED } from './bookings.ts';
import { type Period, spanOf } from './period.ts';

const MOST = 200;
const MOST_READ = 20_000;

/** Bookings that overlap an hour of a weekday, newest first: the detail behind a cell of the heat map. */
export async function bookingsAt(
  ctx: Ctx,
  period: Period,
  { weekday, hour, groupId, utilityId, blockId }: Omit<BookingsQuery, 'by'> & { weekday: number; hour: number },
) {
  const { projectId } = ctx;
  const { timeZone } = ctx.project;
  const { from, to } = spanOf(ctx, period);
  const amenities = { projectId, ...(groupId && { groupId }), ...(utilityId && { _id: utilityId }) };
  const ids = await records(utility).withRemoved().distinct(ctx, '_id', amenities);
  const units = blockId ? await loadUnits(projectId, blockId) : null;
  const bookings = await records(utilityBooking).find(
    { projectId },
    { utilityId: { $in: ids }, status: { $nin: NOT_COUNTED }, startAt: { $gte: from, $lt: to } },
    { sort: { startAt: -1 }, limit: MOST_READ, patience: 10_000 },
  );
  const hours: { from: Date; to: Date }[] = [];
  for (let day = period.from; day <= period.to; day = nextDay(day))
    if (weekdayOf(day) === weekday) {
      const begin = new Date(startOfDay(day, timeZone).getTime() + hour * HOUR_MS);
      hours.push({ from: begin, to: new Date(begin.getTime() + HOUR_MS) });
    }
  return bookings
    .flatMap(({ _id: id, code, utilityId, unitId, startAt, endAt }) => {
      if (!startAt || !endAt || (units && !units.has(unitId))) return [];
      if (!hours.some(span => span.from < endAt && startAt < span.to)) return [];
      const times = { startAt: startAt.toISOString(), endAt: endAt.toISOString() };
      return [{ id, code: code ?? '', utilityId, unitId, ...times }];
    })
    .slice(0, MOST);
}
