import { dayOf, instantAt, nextDay } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { type UtilityWaitlist, utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { type Change, Overtaken } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import { subjectOf } from '../resident-form/index.ts';
import { type Amenity, type Frame, takeTurnAt } from '../utility/index.ts';
import { banOn } from './bans.ts';
import { freeAt, heldIn, slotsOf, takenAt } from './places.ts';
import { preOrderOf } from './terms.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** At night nobody is asked, unless it begins soon. */
const QUIET = { from: 22, until: 7, unlessMs: 12 * HOUR_MS };
/** Who let so many offers of an amenity pass within these days goes behind newcomers for a week. */
const PASSED = { most: 2, days: 30, behindDays: 7 };
const MOST = 200;

export type Wait = Omit<UtilityWaitlist, 'id' | 'slots' | 'startAt' | 'endAt'> &
  Stored & { slots: { from: string; to: string }[]; startAt: Date; endAt: Date };

export const frameOf = ({ startAt, endAt }: Pick<Wait, 'startAt' | 'endAt'>): Frame => ({
  from: new Date(startAt),
  to: new Date(endAt),
});

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
  const live = { projectId: ctx.projectId, deletedAt: null, utilityId: amenity._id };
  const waits = await modelOf(utilityWaitlist)
    .find({ ...live, status: 'WAITING', startAt: { $lt: to }, endAt: { $gt: from } })
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
  return waits.toSorted((a, b) => Number(isBehind(a)) - Number(isBehind(b)) || at(a) - at(b));
}

/** Who is to be asked about what is free of an amenity at a time: those who fit, in their order, never more than there are places. */
async function nextOf(ctx: Ctx, amenity: Amenity, frame: Frame, except: string | undefined): Promise<Wait[]> {
  const row = await rowOf(ctx, amenity, frame);
  if (row.length === 0) return [];
  const span = {
    from: new Date(Math.min(...row.map(one => new Date(one.startAt).getTime()))),
    to: new Date(Math.max(...row.map(one => new Date(one.endAt).getTime()))),
  };
  const held = await heldIn(ctx.projectId, [amenity], span, { except });
  const kept = [...held.kept];
  const asked: Wait[] = [];
  for (const wait of row) {
    const slots = slotsOf(wait.slots);
    const { timeZone } = ctx.project;
    if (slots.length === 0 || offerEnds(ctx, amenity, new Date(wait.startAt)) <= ctx.now) continue;
    if (askedAt(ctx.now, new Date(wait.startAt), timeZone) > ctx.now) continue;
    const fits = slots.every(slot => freeAt(amenity, slot, { ...held, kept }) >= Number(wait.quantity));
    if (!fits || (await banOn(ctx, amenity, String(wait.unitId)))) continue;
    asked.push(wait);
    kept.push({
      ...{ id: null, utilityId: amenity._id, unitId: String(wait.unitId), quantity: Number(wait.quantity) },
      ...{ status: 'OFFERED', code: String(wait.code), until: null, ...frameOf(wait) },
    });
  }
  return asked;
}

/** What an offer is: it keeps its places for a while, and is told; places that others took meanwhile are not offered. */
export const offering = (ctx: Ctx, amenity: Amenity, doc: Wait) => ({
  set: {
    ...{ status: 'OFFERED', offerUntil: offerEnds(ctx, amenity, new Date(doc.startAt)), offeredSlots: doc.slots },
    offers: Number(doc.offers ?? 0) + 1,
  },
  async also(session: Session) {
    await takeTurnAt(amenity, session);
    const held = await heldIn(ctx.projectId, [amenity], frameOf(doc), { session });
    // Its own offer is written already.
    if (slotsOf(doc.slots).some(slot => takenAt(amenity, slot, held) > amenity.limitPerSlot)) throw new Overtaken();
    await notify(ctx, toUnit(doc.unitId), 'WAITLIST_OFFER', subjectOf(utilityWaitlist, doc), session);
  },
});

/** Offers what becomes free of an amenity at a time in the transaction that frees it, before anybody else can book; `except`: the booking or offer that ends. */
export async function freed(ctx: Ctx, amenity: Amenity | null, frame: Frame, except?: string): Promise<Change[]> {
  if (!amenity || frame.from <= ctx.now) return [];
  const asked = await nextOf(ctx, amenity, frame, except);
  return asked.map(doc => {
    const { set, also } = offering(ctx, amenity, doc);
    return { definition: utilityWaitlist, action: 'offer', update: { doc, set }, also };
  });
}

/** The amenity of a record that waits or is booked, also one that was removed. */
export const amenityById = (ctx: Ctx, id: unknown): Promise<Amenity | null> =>
  modelOf(utility).findOne({ projectId: ctx.projectId, _id: id }).maxTimeMS(2000).lean<Amenity>();
