import { DAY_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { HOLDS_PLACE, PROMISED, utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import type { Session } from '../../../kit/database/database.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Amenity, Frame } from '../../utility/index.ts';
import { holdsIn } from './held-slots.ts';

/** More than the longest booking with its buffers. */
const REACH_MS = 4 * DAY_MS;

/** A stored wait; slot times are ISO strings. */
export type Wait = Doc<typeof utilityWaitlist>;

/** A stored booking; slot times are ISO strings. */
export type Booking = Doc<typeof utilityBooking>;

export const slotsOf = (slots: readonly { from: Date | string; to: Date | string }[]): Frame[] =>
  slots
    .map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }))
    .sort((a, b) => a.from.getTime() - b.from.getTime());

export const storedSlots = (slots: readonly Frame[]): { from: string; to: string }[] =>
  slots.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() }));

/** Period from the first to the last moment of slots. */
export const frameOf = (slots: readonly Frame[]): Frame => ({
  from: new Date(Math.min(...slots.map(slot => slot.from.getTime()))),
  to: new Date(Math.max(...slots.map(slot => slot.to.getTime()))),
});

/** Occupied places during a period. */
export interface Taken extends Frame {
  weight: number;
}

/** Maximum occupancy at any moment of a frame. */
export function mostTaken(taken: readonly Taken[], { from, to }: Frame): number {
  const turns = taken
    .filter(use => use.from < to && use.to > from)
    .flatMap(use => [
      [Math.max(use.from.getTime(), from.getTime()), use.weight] as const,
      [use.to.getTime(), -use.weight] as const,
    ]);
  // At the same moment, departures count before arrivals.
  turns.sort(([a, one], [b, other]) => a - b || one - other);
  let [now, most] = [0, 0];
  for (const [, change] of turns) {
    now += change;
    most = Math.max(most, now);
  }
  return most;
}

export interface Around {
  /** The booking or offer under check, which does not count. */
  except?: string | undefined;
  /** The requesting household: its offers count as free. */
  unitId?: string | null | undefined;
  /** Counts approved bookings only. */
  promised?: boolean;
  /** The requesting user: their holds count as free. */
  holder?: string | undefined;
  /** Whether it is a new booking, just written. */
  made?: boolean;
  session?: Session | null;
}

/** A booking, offer or hold that occupies places. */
export interface Keeping extends Frame {
  id: string | null;
  utilityId: string;
  unitId: string;
  quantity: number;
  status: string;
  code: string;
  /** Expiry of an offer or hold. */
  until: Date | null;
}

/** Occupancy of amenities that share a room, as whole and parts. */
export interface Held {
  family: readonly Pick<Amenity, '_id' | 'wholeId' | 'bufferBefore' | 'bufferAfter' | 'pendingHolds'>[];
  kept: readonly Keeping[];
}

/** Loads the occupancy of amenities, their wholes and parts, in a period. */
export async function heldIn(
  projectId: string,
  of: readonly Pick<Amenity, '_id' | 'wholeId'>[],
  { from, to }: Frame,
  { except, unitId, holder, promised = false, session = null }: Around = {},
): Promise<Held> {
  const roots = [...new Set(of.map(amenity => amenity.wholeId ?? amenity._id))];
  const family = await records(utility)
    .withRemoved()
    .in(session)
    .find({ projectId }, { $or: [{ _id: { $in: roots } }, { wholeId: { $in: roots } }] }, { patience: 2000 });
  const ids = family.map(({ _id }) => _id);
  const span = { startAt: { $gt: new Date(from.getTime() - REACH_MS), $lt: new Date(to.getTime() + DAY_MS) } } as const;
  const bookings = await records(utilityBooking)
    .in(session)
    .find(
      { projectId },
      {
        utilityId: { $in: ids },
        ...span,
        ...(except && { _id: { $ne: except } }),
        status: { $in: promised ? PROMISED : HOLDS_PLACE },
        endAt: { $gt: new Date(from.getTime() - DAY_MS) },
      },
      { patience: 2000 },
    );
  const wide = { from: new Date(from.getTime() - DAY_MS), to: new Date(to.getTime() + DAY_MS) };
  const offers = promised
    ? []
    : await records(utilityWaitlist)
        .in(session)
        .find(
          { projectId },
          {
            offeredUtilityId: { $in: ids },
            status: 'OFFERED',
            startAt: { $lt: wide.to },
            endAt: { $gt: wide.from },
            ...(except && { _id: { $ne: except } }),
            ...(unitId && { unitId: { $ne: unitId } }),
          },
          { patience: 2000 },
        );
  const holds = promised ? [] : await holdsIn({ projectId, ids, ...wide, holder }, session);
  const common = ({ unitId, quantity, status, code }: Booking | Wait) => ({
    unitId,
    quantity,
    status,
    code: code ?? '',
  });
  const kept: Keeping[] = bookings.flatMap(booking =>
    booking.startAt && booking.endAt
      ? [
          {
            ...common(booking),
            id: booking._id,
            utilityId: booking.utilityId,
            until: null,
            from: booking.startAt,
            to: booking.endAt,
          },
        ]
      : [],
  );
  kept.push(
    ...offers.map(offer => ({
      ...common(offer),
      id: null,
      utilityId: offer.offeredUtilityId ?? '',
      until: offer.offerUntil,
      ...frameOf(slotsOf(offer.offeredSlots)),
    })),
  );
  kept.push(
    ...holds.map(hold => ({
      id: null,
      utilityId: hold.utilityId,
      unitId: '',
      quantity: hold.quantity,
      status: 'HELD',
      code: '',
      from: hold.startAt,
      to: hold.endAt,
      until: hold.until,
    })),
  );
  return { family, kept };
}

/** Occupied places of an amenity in a frame: by its own bookings, or all if its whole or a part is booked. */
export function takenAt(amenity: Amenity, frame: Frame, { family, kept }: Held): number {
  const around = (amenity.bufferBefore + amenity.bufferAfter) * MINUTE_MS;
  const holds = ({ utilityId, status }: Keeping) =>
    status !== 'PENDING' || family.find(member => member._id === utilityId)?.pendingHolds !== false;
  const isOther = ({ utilityId }: Keeping) =>
    utilityId === amenity.wholeId || family.some(member => member._id === utilityId && member.wholeId === amenity._id);
  const taken = kept
    .filter(keeping => holds(keeping) && (keeping.utilityId === amenity._id || isOther(keeping)))
    .map(keeping => ({
      from: new Date(keeping.from.getTime() - around),
      to: new Date(keeping.to.getTime() + around),
      weight: isOther(keeping) ? amenity.limitPerSlot : keeping.quantity,
    }));
  return mostTaken(taken, frame);
}

/** Free places of an amenity in a frame. */
export const freeAt = (amenity: Amenity, frame: Frame, held: Held): number =>
  Math.max(0, amenity.limitPerSlot - takenAt(amenity, frame, held));

/** Time at which enough holds and offers have expired; null if only a cancellation would free the places. */
export function freeFrom(amenity: Amenity, frame: Frame, held: Held, quantity: number): Date | null {
  const ends = held.kept.flatMap(({ until }) => until ?? []).sort((a, b) => a.getTime() - b.getTime());
  const after = (at: Date) => ({ ...held, kept: held.kept.filter(({ until }) => !until || until > at) });
  return ends.find(at => freeAt(amenity, frame, after(at)) >= quantity) ?? null;
}
