import { bookingWait } from '@lobby/shared/modules/booking-wait.ts';
import { utility, utilityGroup } from '@lobby/shared/modules/utility.ts';
import { HOLDS_PLACE, type UtilityBooking, utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Session } from '../../kit/database/database.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import type { Amenity, Frame } from '../utility/index.ts';
import { MOST_DAYS } from './terms.ts';

const DAY_MS = 86_400_000;
/** Before that nothing begins that still goes on. */
export const daysBefore = (at: Date) => new Date(at.getTime() - (MOST_DAYS + 1) * DAY_MS);

/** A booking as it is stored; the moments of its slots are ISO text. */
export type Booking = Omit<UtilityBooking, 'id' | 'slots'> & Stored & { slots: { startAt: string; endAt: string }[] };

export const slotsOf = (slots: readonly { startAt: unknown; endAt: unknown }[]): Frame[] =>
  slots
    .map(({ startAt, endAt }) => ({ startAt: new Date(String(startAt)), endAt: new Date(String(endAt)) }))
    .sort((a, b) => a.startAt.getTime() - b.startAt.getTime());

/** What is taken of something for a time. */
export interface Taken extends Frame {
  weight: number;
}

/** The most that is taken at any moment of a frame. */
export function mostTaken(taken: readonly Taken[], { startAt, endAt }: Frame): number {
  const turns = taken
    .filter(one => one.startAt < endAt && one.endAt > startAt)
    .flatMap(one => [
      [Math.max(one.startAt.getTime(), startAt.getTime()), one.weight] as const,
      [one.endAt.getTime(), -one.weight] as const,
    ]);
  // Who leaves at the moment when another comes is not there any more.
  turns.sort(([a, one], [b, other]) => a - b || one - other);
  let [now, most] = [0, 0];
  for (const [, change] of turns) {
    now += change;
    most = Math.max(most, now);
  }
  return most;
}

export interface Around {
  /** The booking that is asked about itself. */
  except?: string | undefined;
  /** The household that asks: what it was offered is free to it. */
  unitId?: string | null | undefined;
  /** Statuses that keep a place; default all that do. */
  holding?: readonly string[];
  session?: Session | null;
}

/** What keeps places: a booking, or an offer to who waits. */
export type Keeping = Pick<Booking, 'utilityId' | 'quantity' | 'slots'>;
const slotOf = ({ startAt, endAt }: Frame) => ({ startAt: startAt.toISOString(), endAt: endAt.toISOString() });

/** What is taken of the amenities of a group for some time, and how much each booking takes of what they share. */
export interface Held {
  /** Null where the amenities of the group share nothing. */
  capacity: number | null;
  bookings: readonly Keeping[];
  shareOf: (utilityId: string) => number;
}

/** Reads what the bookings of a group keep between two moments. */
export async function heldIn(
  projectId: string,
  groupId: string,
  { startAt, endAt }: Frame,
  { except, unitId, holding = HOLDS_PLACE, session = null }: Around = {},
): Promise<Held> {
  const group = await modelOf(utilityGroup).findOne({ projectId, _id: groupId }).session(session).lean<Stored>();
  const others = await modelOf(utility)
    .find({ projectId, groupId }, { share: 1 })
    .session(session)
    .maxTimeMS(2000)
    .lean<Pick<Amenity, '_id' | 'share'>[]>();
  const bookings = await modelOf(utilityBooking)
    .find({
      projectId,
      groupId,
      deletedAt: null,
      ...(except && { _id: { $ne: except } }),
      status: { $in: [...holding] },
      startAt: { $gt: daysBefore(startAt), $lt: endAt },
      endAt: { $gt: startAt },
    })
    .session(session)
    .maxTimeMS(2000)
    .lean<Booking[]>();
  const offered =
    holding === HOLDS_PLACE
      ? await modelOf(bookingWait)
          .find({
            ...{
              projectId,
              groupId,
              deletedAt: null,
              status: 'OFFERED',
              startAt: { $lt: endAt },
              endAt: { $gt: startAt },
            },
            ...(unitId && { unitId: { $ne: unitId } }),
          })
          .session(session)
          .maxTimeMS(2000)
          .lean<(Pick<Booking, 'utilityId' | 'quantity'> & { startAt: Date; endAt: Date })[]>()
      : [];
  const shares = new Map(others.map(({ _id, share }) => [_id, share]));
  return {
    capacity: typeof group?.capacity === 'number' ? group.capacity : null,
    bookings: [...bookings, ...offered.map(one => ({ ...one, slots: [slotOf(one)] }))],
    shareOf: id => shares.get(id) ?? 1,
  };
}

/** How many places of an amenity are free for a frame: of its own, and as far as what it shares is there. */
export function freeAt(amenity: Amenity, frame: Frame, { capacity, bookings, shareOf }: Held): number {
  const taken = (weight: (one: Keeping) => number, of = bookings): Taken[] =>
    of.flatMap(one => slotsOf(one.slots).map(slot => ({ ...slot, weight: weight(one) })));
  const own = bookings.filter(one => one.utilityId === amenity._id);
  const free =
    amenity.capacity -
    mostTaken(
      taken(one => one.quantity, own),
      frame,
    );
  if (capacity === null) return Math.max(0, free);
  const shared = mostTaken(
    taken(one => shareOf(one.utilityId)),
    frame,
  );
  return capacity - shared >= amenity.share ? Math.max(0, free) : 0;
}
