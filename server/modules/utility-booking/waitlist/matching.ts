import { dayOf } from '@lobby/shared/kit/dates.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { records } from '../../../kit/store/records.ts';
import { type Amenity, type ChangedClosure, closedAt, closedIn, type Frame, isFrame } from '../../utility/index.ts';
import { frameOf, freeAt, type Held, heldIn, slotsOf, type Wait } from '../occupancy.ts';
import { preOrderOf } from '../pricing.ts';

const MINUTE_MS = 60_000;
/** Frames begin at quarters of an hour. */
const STEP = 15;
/** The furthest that a wish may be moved. */
export const FLEXIBLE_MS = 120 * MINUTE_MS;

const flexibleMs = ({ flexible }: Pick<Wait, 'flexible'>) => Number(flexible ?? 0) * MINUTE_MS;

/** The whole time in which an entry would take something. */
export const reachOf = (wait: Pick<Wait, 'startAt' | 'endAt' | 'flexible'>): Frame => ({
  from: new Date(new Date(wait.startAt ?? 0).getTime() - flexibleMs(wait)),
  to: new Date(new Date(wait.endAt ?? 0).getTime() + flexibleMs(wait)),
});

/** What an entry was offered: the amenity and the time; else what it wishes first. */
export const offeredOf = ({ offeredUtilityId, utilityId, offeredSlots, slots }: Wait) => {
  const own = slotsOf(offeredSlots?.length > 0 ? offeredSlots : slots);
  return { utilityId: String(offeredUtilityId ?? utilityId), slots: own, frame: frameOf(own) };
};

/** What an entry would take of an amenity, the nearest to its wish first: all of it frames of that amenity, on the same day. */
export function wishesOf(wait: Pick<Wait, 'slots' | 'flexible'>, amenity: Amenity, timeZone: string): Frame[][] {
  const slots = slotsOf(wait.slots);
  const [first] = slots;
  if (!first) return [];
  const most = flexibleMs(wait) / MINUTE_MS;
  const by = [0];
  for (let minutes = STEP; minutes <= most; minutes += STEP) by.push(-minutes, minutes);
  const day = dayOf(first.from, timeZone);
  const moved = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);
  return by
    .map(minutes => slots.map(({ from, to }) => ({ from: moved(from, minutes), to: moved(to, minutes) })))
    .filter(own => own[0] && dayOf(own[0].from, timeZone) === day && own.every(one => isFrame(amenity, one, timeZone)));
}

/** What is taken of an amenity, and when it is closed, in the time of some entries. */
interface Known {
  held: Held;
  closed: Awaited<ReturnType<typeof closedIn>>;
}
/** What is not stored yet as it will be: the booking or offer that ends, the closure that is changed. */
export interface Freeing {
  except?: string | undefined;
  changed?: ChangedClosure | undefined;
}
export async function loadKnown(
  ctx: Ctx,
  amenity: Amenity,
  waits: readonly Pick<Wait, 'startAt' | 'endAt' | 'flexible'>[],
  { except, changed }: Freeing = {},
): Promise<Known> {
  const reaches = waits.map(reachOf);
  const span = {
    from: new Date(Math.min(...reaches.map(one => one.from.getTime()))),
    to: new Date(Math.max(...reaches.map(one => one.to.getTime()))),
  };
  const ids = [amenity._id, ...(amenity.wholeId ? [amenity.wholeId] : [])];
  return {
    held: await heldIn(ctx.projectId, [amenity], span, { except }),
    closed: await closedIn(ctx.projectId, ids, span, null, changed),
  };
}

/** The first of what an entry wishes of an amenity that has room, is open and may still be booked. */
export function roomFor(
  ctx: Ctx,
  amenity: Amenity,
  wait: Pick<Wait, 'slots' | 'flexible' | 'quantity'>,
  { held, closed }: Known,
): Frame[] | undefined {
  const { earliest } = preOrderOf(amenity, ctx.now);
  const isShut = (slot: Frame) =>
    closedAt(closed, amenity._id, slot) || (amenity.wholeId && closedAt(closed, amenity.wholeId, slot));
  return wishesOf(wait, amenity, ctx.project.timeZone).find(
    slots =>
      slots[0] &&
      slots[0].from > earliest &&
      slots.every(slot => !isShut(slot) && freeAt(amenity, slot, held) >= Number(wait.quantity ?? 1)),
  );
}

type Row = Record<string, unknown>;

/** Where each of some entries stands among those that wait for an amenity and a time that meet its own, from 1; null once it waits no more. */
export async function loadPositions(ctx: Ctx, rows: readonly Row[]): Promise<Map<unknown, number | null>> {
  const utilityIds = [...new Set(rows.flatMap(one => (one.utilityIds as string[] | undefined) ?? []))];
  const waits = await records(utilityWaitlist).find(
    ctx,
    { status: 'WAITING', utilityIds: { $in: utilityIds } },
    { sort: { since: 1, _id: 1 }, limit: 2000, patience: 2000 },
  );
  return new Map(
    rows.map(row => {
      const own = waits.find(({ _id }) => _id === row.id);
      if (!own) return [row.id, null];
      const reach = reachOf(own);
      const meet = waits.filter(one => {
        const other = reachOf(one);
        const shares = one.utilityIds.some(id => own.utilityIds.includes(id));
        return shares && other.from < reach.to && reach.from < other.to;
      });
      return [row.id, meet.indexOf(own) + 1];
    }),
  );
}
