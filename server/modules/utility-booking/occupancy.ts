import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { HOLDS_PLACE, PROMISED, utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import type { Session } from '../../kit/database/database.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Amenity, Frame } from '../utility/index.ts';
import { holdsIn } from './held-slots.ts';

const MINUTE_MS = 60_000;
/** Longer than any booking and what is cleaned around it. */
const REACH_MS = 4 * DAY_MS;

/** Who waits, as it is stored; the moments of its slots are ISO text. */
export type Wait = Doc<typeof utilityWaitlist>;

/** A booking as it is stored; the moments of its slots are ISO text. */
export type Booking = Doc<typeof utilityBooking>;

export const slotsOf = (slots: readonly { from: unknown; to: unknown }[]): Frame[] =>
  slots
    .map(({ from, to }) => ({ from: new Date(String(from)), to: new Date(String(to)) }))
    .sort((a, b) => a.from.getTime() - b.from.getTime());

export const storedSlots = (slots: readonly Frame[]): { from: string; to: string }[] =>
  slots.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() }));

/** From the first to the last moment of some slots. */
export const frameOf = (slots: readonly Frame[]): Frame => ({
  from: new Date(Math.min(...slots.map(one => one.from.getTime()))),
  to: new Date(Math.max(...slots.map(one => one.to.getTime()))),
});

/** What is taken of something for a time. */
export interface Taken extends Frame {
  weight: number;
}

/** The most that is taken at any moment of a frame. */
export function mostTaken(taken: readonly Taken[], { from, to }: Frame): number {
  const turns = taken
    .filter(one => one.from < to && one.to > from)
    .flatMap(one => [
      [Math.max(one.from.getTime(), from.getTime()), one.weight] as const,
      [one.to.getTime(), -one.weight] as const,
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
  /** The booking, or the offer, that is asked about itself. */
  except?: string | undefined;
  /** The household that asks: what it was offered is free to it. */
  unitId?: string | null | undefined;
  /** Only what was promised keeps a place. */
  promised?: boolean;
  /** Who asks: what they hold while they fill a form is free to them. */
  holder?: string | undefined;
  /** It is a new booking, written a moment ago. */
  made?: boolean;
  session?: Session | null;
}

/** What keeps places of an amenity from one moment to another. */
export interface Keeping extends Frame {
  id: string | null;
  utilityId: string;
  unitId: string;
  quantity: number;
  status: string;
  code: string;
  /** When it ends by itself: an offer, or a hold while a form is filled. */
  until: Date | null;
}

/** What is taken of amenities that are one room, or parts of it. */
export interface Held {
  family: readonly Pick<Amenity, '_id' | 'wholeId' | 'bufferBefore' | 'bufferAfter' | 'pendingHolds'>[];
  kept: readonly Keeping[];
}

/** Reads what is taken of amenities, their wholes and their parts, between two moments. */
export async function heldIn(
  projectId: string,
  of: readonly Pick<Amenity, '_id' | 'wholeId'>[],
  { from, to }: Frame,
  { except, unitId, holder, promised = false, session = null }: Around = {},
): Promise<Held> {
  const roots = [...new Set(of.map(one => one.wholeId ?? one._id))];
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
    unitId: String(unitId),
    quantity: Number(quantity),
    status: String(status),
    code: String(code),
  });
  const kept: Keeping[] = bookings.map(one => ({
    ...common(one),
    id: one._id,
    utilityId: one.utilityId,
    until: null,
    from: new Date(String(one.startAt)),
    to: new Date(String(one.endAt)),
  }));
  kept.push(
    ...offers.map(one => ({
      ...common(one),
      id: null,
      utilityId: String(one.offeredUtilityId),
      until: one.offerUntil ? new Date(String(one.offerUntil)) : null,
      ...frameOf(slotsOf(one.offeredSlots)),
    })),
  );
  kept.push(
    ...holds.map(one => ({
      id: null,
      utilityId: one.utilityId,
      unitId: '',
      quantity: one.quantity,
      status: 'HELD',
      code: '',
      from: one.startAt,
      to: one.endAt,
      until: one.until,
    })),
  );
  return { family, kept };
}

/** What is taken of an amenity at a frame: by its own bookings, or all of it where its whole or a part of it is. */
export function takenAt(amenity: Amenity, frame: Frame, { family, kept }: Held): number {
  const around = (amenity.bufferBefore + amenity.bufferAfter) * MINUTE_MS;
  const holds = ({ utilityId, status }: Keeping) =>
    status !== 'PENDING' || family.find(one => one._id === utilityId)?.pendingHolds !== false;
  const isOther = ({ utilityId }: Keeping) =>
    utilityId === amenity.wholeId || family.some(one => one._id === utilityId && one.wholeId === amenity._id);
  const taken = kept
    .filter(one => holds(one) && (one.utilityId === amenity._id || isOther(one)))
    .map(one => ({
      from: new Date(one.from.getTime() - around),
      to: new Date(one.to.getTime() + around),
      weight: isOther(one) ? amenity.limitPerSlot : one.quantity,
    }));
  return mostTaken(taken, frame);
}

/** How many places of an amenity are free for a frame. */
export const freeAt = (amenity: Amenity, frame: Frame, held: Held): number =>
  Math.max(0, amenity.limitPerSlot - takenAt(amenity, frame, held));

/** When a frame has so many places by itself, because holds and offers end; null where it needs somebody to cancel. */
export function freeFrom(amenity: Amenity, frame: Frame, held: Held, quantity: number): Date | null {
  const ends = held.kept.flatMap(({ until }) => until ?? []).sort((a, b) => a.getTime() - b.getTime());
  const after = (at: Date) => ({ ...held, kept: held.kept.filter(({ until }) => !until || until > at) });
  return ends.find(at => freeAt(amenity, frame, after(at)) >= quantity) ?? null;
}
