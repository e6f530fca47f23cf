import { dayOf, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { records } from '../../../kit/store/records.ts';
import { type Amenity, type ChangedClosure, closedAt, closedIn, type Frame, isFrame } from '../../utility/index.ts';
import { preOrderOf } from '../money/pricing.ts';
import { frameOf, freeAt, type Held, heldIn, slotsOf, type Wait } from '../slots/occupancy.ts';

/** Frames begin at quarters of an hour. */
const STEP = 15;
/** Maximum flexibility of a wait. */
export const FLEXIBLE_MS = 120 * MINUTE_MS;

const flexibleMs = ({ flexible }: Pick<Wait, 'flexible'>) => Number(flexible) * MINUTE_MS;

/** Period in which a wait may take places, with its flexibility. */
export const reachOf = (wait: Pick<Wait, 'startAt' | 'endAt' | 'flexible'>): Frame => ({
  from: new Date((wait.startAt?.getTime() ?? 0) - flexibleMs(wait)),
  to: new Date((wait.endAt?.getTime() ?? 0) + flexibleMs(wait)),
});

/** Amenity and slots offered to a wait; without an offer its first wish. */
export const offeredOf = ({ offeredUtilityId, utilityId, offeredSlots, slots }: Wait) => {
  const times = slotsOf(offeredSlots.length > 0 ? offeredSlots : slots);
  return { utilityId: offeredUtilityId ?? utilityId ?? '', slots: times, frame: frameOf(times) };
};

/** Frames of an amenity that a wait accepts, nearest to its wish first; on the same day. */
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
    .filter(
      frame =>
        frame[0] && dayOf(frame[0].from, timeZone) === day && frame.every(slot => isFrame(amenity, slot, timeZone)),
    );
}

/** Occupancy and closures of an amenity in the period of waits. */
interface Known {
  held: Held;
  closed: Awaited<ReturnType<typeof closedIn>>;
}
/** Pending changes: the ending booking or offer (`except`), and the changed closure. */
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
    from: new Date(Math.min(...reaches.map(reach => reach.from.getTime()))),
    to: new Date(Math.max(...reaches.map(reach => reach.to.getTime()))),
  };
  const ids = [amenity._id, ...(amenity.wholeId ? [amenity.wholeId] : [])];
  return {
    held: await heldIn(ctx.projectId, [amenity], span, { except }),
    closed: await closedIn(ctx.projectId, ids, span, null, changed),
  };
}

/** First acceptable frames of a wait that are free, open and bookable. */
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
      slots.every(slot => !isShut(slot) && freeAt(amenity, slot, held) >= wait.quantity),
  );
}

/** Position of waits among those for the same amenity and an overlapping time, from 1; null once they no longer wait. */
export async function loadPositions(
  ctx: Ctx,
  rows: readonly { id: string; utilityIds: readonly string[] }[],
): Promise<Map<string, number | null>> {
  const utilityIds = [...new Set(rows.flatMap(row => row.utilityIds))];
  const waits = await records(utilityWaitlist).find(
    ctx,
    { status: 'WAITING', utilityIds: { $in: utilityIds } },
    { sort: { since: 1, _id: 1 }, limit: 2000, patience: 2000 },
  );
  return new Map(
    rows.map(row => {
      const entry = waits.find(({ _id }) => _id === row.id);
      if (!entry) return [row.id, null];
      const reach = reachOf(entry);
      const meet = waits.filter(wait => {
        const other = reachOf(wait);
        const shares = wait.utilityIds.some(id => entry.utilityIds.includes(id));
        return shares && other.from < reach.to && reach.from < other.to;
      });
      return [row.id, meet.indexOf(entry) + 1];
    }),
  );
}
