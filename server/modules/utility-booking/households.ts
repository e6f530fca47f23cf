import { dayOf } from '@lobby/shared/kit/dates.ts';
import { HOLDS_PLACE, utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { modelOf } from '../../kit/store/schema.ts';
import { type Around, type Booking, daysBefore, slotsOf } from './places.ts';

const DAY_MS = 86_400_000;

/** How many frames of each day a household holds of an amenity, and how many bookings that are still to come. */
export async function heldBy(
  projectId: string,
  { utilityId, unitId }: Pick<Booking, 'utilityId' | 'unitId'>,
  now: Date,
  timeZone: string,
  { except, session = null }: Around = {},
): Promise<{ onDay: (day: string) => number; open: number }> {
  const own = await modelOf(utilityBooking)
    .find({
      projectId,
      unitId,
      utilityId,
      deletedAt: null,
      ...(except && { _id: { $ne: except } }),
      status: { $in: [...HOLDS_PLACE, 'COMPLETED'] },
      startAt: { $gt: daysBefore(now) },
    })
    .session(session)
    .maxTimeMS(2000)
    .lean<Booking[]>();
  const days = own.flatMap(one => slotsOf(one.slots).map(({ startAt }) => dayOf(startAt, timeZone)));
  return {
    onDay: day => days.filter(one => one === day).length,
    open: own.filter(one => one.endAt !== null && one.endAt > now && HOLDS_PLACE.includes(one.status)).length,
  };
}

/** Days that a missed booking counts. */
const REMEMBERED = 90;

/** When the bookings that a household did not come to lately were over, in their order. */
export async function missedBy(
  projectId: string,
  { utilityId, unitId }: Pick<Booking, 'utilityId' | 'unitId'>,
  now: Date,
): Promise<Date[]> {
  const missed = await modelOf(utilityBooking)
    .find({
      ...{ projectId, unitId, utilityId, deletedAt: null, noShow: true },
      endAt: { $gt: new Date(now.getTime() - REMEMBERED * DAY_MS) },
    })
    .sort({ endAt: 1 })
    .maxTimeMS(2000)
    .lean<Booking[]>();
  return missed.flatMap(({ endAt }) => (endAt ? [endAt] : []));
}
