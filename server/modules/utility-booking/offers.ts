import { DAY_MS, dayOf, instantAt, nextDay } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { type Change, Overtaken } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import { subjectOf } from '../resident-form/index.ts';
import { type Amenity, type Frame, takeTurnAt } from '../utility/index.ts';
import { heldIn, storedSlots, takenAt, type Wait } from './places.ts';
import { refusedByUnit, spanOf } from './refusals.ts';
import { preOrderOf } from './terms.ts';
import { FLEXIBLE_MS, knownOf, reachOf, roomFor } from './wishes.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** At night nobody is asked, unless it begins soon. */
const QUIET = { from: 22, until: 7, unlessMs: 12 * HOUR_MS };
/** Who let so many offers of an amenity pass within these days goes behind newcomers for a week. */
const PASSED = { most: 2, days: 30, behindDays: 7 };
const MOST = 200;

/** The next moment at which somebody may be asked about what begins then: now, or at seven in the morning. */
function askedAt(now: Date, startAt: Date, timeZone: string): Date {
  const hour = Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));
  const quiet = hour >= QUIET.from || hour < QUIET.until;
  if (!quiet || startAt.getTime() - now.getTime() < QUIET.unlessMs) return now;
  const today = dayOf(now, timeZone);
  const day = hour >= QUIET.from ? nextDay(today) : today;
  return instantAt(day, QUIET.until * 60, timeZone);
}

/** Until when an offer lasts that is made now: never beyond the moment until which the amenity may be booked. */
export function offerEnds(ctx: Ctx, amenity: Amenity, startAt: Date): Date {
  const ahead = preOrderOf(amenity, ctx.now).earliest.getTime() - ctx.now.getTime();
  const last = startAt.getTime() - ahead;
  return new Date(Math.min(ctx.now.getTime() + ctx.project.waitlistOfferMinutes * MINUTE_MS, last));
}

/** Who waits for an amenity at a time, in the order in which they are asked. */
async function rowOf(ctx: Ctx, amenity: Amenity, { from, to }: Frame): Promise<Wait[]> {
  const live = { projectId: ctx.projectId, deletedAt: null, utilityIds: amenity._id };
  const wide = { from: new Date(from.getTime() - FLEXIBLE_MS), to: new Date(to.getTime() + FLEXIBLE_MS) };
  const waits = await modelOf(utilityWaitlist)
    .find({ ...live, status: 'WAITING', startAt: { $lt: wide.to }, endAt: { $gt: wide.from } })
    .sort({ createdAt: 1, _id: 1 })
    .limit(MOST)
    .maxTimeMS(2000)
    .lean<Wait[]>();
  const ago = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS);
  const passed = await modelOf(utilityWaitlist)
    .find({ ...live, status: 'EXPIRED', updatedAt: { $gt: ago(PASSED.days) } }, { unitId: 1, updatedAt: 1 })
    .maxTimeMS(2000)
    .lean<Stored[]>();
  const isBehind = ({ unitId }: Wait) => {
    const own = passed.filter(one => one.unitId === unitId);
    return own.length >= PASSED.most && own.some(({ updatedAt }) => updatedAt > ago(PASSED.behindDays));
  };
  const at = (wait: Wait) => new Date(wait.since ?? wait.createdAt).getTime();
  return waits
    .filter(one => reachOf(one).from < to && from < reachOf(one).to)
    .toSorted((a, b) => Number(isBehind(a)) - Number(isBehind(b)) || at(a) - at(b));
}

/** Who is asked, and about which slots. */
interface Asked {
  wait: Wait;
  slots: Frame[];
}

/** Who is to be asked about what is free of an amenity at a time: those who fit, in their order, never more than there are places. */
async function nextOf(ctx: Ctx, amenity: Amenity, frame: Frame, except: string | undefined): Promise<Asked[]> {
  const row = await rowOf(ctx, amenity, frame);
  if (row.length === 0) return [];
  const { held, closed } = await knownOf(ctx, amenity, row, except);
  const kept = [...held.kept];
  const asked: Asked[] = [];
  for (const wait of row) {
    const slots = roomFor(ctx, amenity, wait, { held: { ...held, kept }, closed });
    const [first] = slots ?? [];
    if (!slots || !first || offerEnds(ctx, amenity, first.from) <= ctx.now) continue;
    if (askedAt(ctx.now, first.from, ctx.project.timeZone) > ctx.now) continue;
    const [unitId, quantity] = [String(wait.unitId), Number(wait.quantity)];
    if ((await refusedByUnit(ctx, amenity, { slots, quantity }, unitId)).length > 0) continue;
    asked.push({ wait, slots });
    kept.push({
      ...{ id: null, utilityId: amenity._id, unitId, quantity, status: 'OFFERED', code: String(wait.code) },
      ...{ until: null, ...spanOf(slots) },
    });
  }
  return asked;
}

/** What an offer is: it keeps its places for a while, and is told; places that others took meanwhile are not offered. */
export const offering = (ctx: Ctx, amenity: Amenity, doc: Wait, slots: readonly Frame[]) => ({
  set: {
    ...{ status: 'OFFERED', offerUntil: offerEnds(ctx, amenity, spanOf(slots).from) },
    ...{ offeredUtilityId: amenity._id, offeredSlots: storedSlots(slots), offers: Number(doc.offers ?? 0) + 1 },
  },
  async also(session: Session) {
    await takeTurnAt(amenity, session);
    const held = await heldIn(ctx.projectId, [amenity], spanOf(slots), { session });
    // Its own offer is written already.
    if (slots.some(slot => takenAt(amenity, slot, held) > amenity.limitPerSlot)) throw new Overtaken();
    await notify(ctx, toUnit(doc.unitId), 'WAITLIST_OFFER', subjectOf(utilityWaitlist, doc), session);
  },
});

/** Offers what becomes free of an amenity at a time in the transaction that frees it, before anybody else can book; `except`: the booking or offer that ends. */
export async function freed(ctx: Ctx, amenity: Amenity | null, frame: Frame, except?: string): Promise<Change[]> {
  if (!amenity || frame.from <= ctx.now) return [];
  const asked = await nextOf(ctx, amenity, frame, except);
  return asked.map(({ wait: doc, slots }) => {
    const { set, also } = offering(ctx, amenity, doc, slots);
    return { definition: utilityWaitlist, action: 'offer', update: { doc, set }, also };
  });
}

/** The amenity of a record that waits or is booked, also one that was removed. */
export const amenityById = (ctx: Ctx, id: unknown): Promise<Amenity | null> =>
  modelOf(utility).findOne({ projectId: ctx.projectId, _id: id }).maxTimeMS(2000).lean<Amenity>();
