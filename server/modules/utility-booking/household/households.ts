import { DAY_MS, dayOf, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { HOLDS_PLACE, utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { records } from '../../../kit/store/records.ts';
import type { Amenity } from '../../utility/index.ts';
import { countedWith } from '../money/pricing.ts';
import { type Around, slotsOf } from '../slots/occupancy.ts';

const LONGEST_MS = 4 * DAY_MS;

interface Of {
  amenity: Amenity;
  unitId: string;
  now: Date;
  timeZone: string;
}

const ownBookings = (projectId: string, { amenity, unitId }: Of, { except, session = null }: Around, more: object) =>
  records(utilityBooking)
    .in(session)
    .find(
      { projectId },
      { unitId, utilityId: amenity._id, ...(except && { _id: { $ne: except } }), ...more },
      { patience: 2000 },
    );

/** Frames of a household in the day, week or month of a day. */
export async function loadFrames(projectId: string, of: Of, day: string, around: Around = {}): Promise<number> {
  const { from, to } = countedWith(day, of.amenity.limitPerUnitPer);
  const [begin, end] = [startOfDay(from, of.timeZone), startOfDay(nextDay(to), of.timeZone)];
  const found = await ownBookings(projectId, of, around, {
    status: { $in: [...HOLDS_PLACE, 'COMPLETED'] },
    startAt: { $gt: new Date(begin.getTime() - LONGEST_MS), $lt: end },
  });
  return found
    .flatMap(booking => slotsOf(booking.slots))
    .filter(slot => {
      const slotDay = dayOf(slot.from, of.timeZone);
      return from <= slotDay && slotDay <= to;
    }).length;
}

/** Number of a household's bookings to come. */
export async function openOf(projectId: string, of: Of, around: Around = {}): Promise<number> {
  const open = { status: { $in: HOLDS_PLACE }, endAt: { $gt: of.now } };
  return (await ownBookings(projectId, of, around, open)).length;
}
