import { DAY_MS, dayOf, HOUR_MS, instantAt, MINUTE_MS, nextDay } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Session } from '../../../kit/database/database.ts';
import { records } from '../../../kit/store/records.ts';
import { type Change, save, VersionConflict } from '../../../kit/store/save.ts';
import { notify, toUnit } from '../../../platform/notifications/notifications.ts';
import { subjectOf } from '../../resident-form/index.ts';
import { type Amenity, type ChangedClosure, type Frame, takeTurnAt } from '../../utility/index.ts';
import { refusedByUnit, spanOf } from '../eligibility/eligibility.ts';
import { preOrderOf } from '../money/pricing.ts';
import { heldIn, type Keeping, storedSlots, takenAt, type Wait } from '../slots/occupancy.ts';
import { FLEXIBLE_MS, type Freeing, loadKnown, reachOf, roomFor } from './matching.ts';

/** At night offers are reserved but not announced until the morning, unless the use begins soon. */
const QUIET = { from: 22, until: 7, unlessMs: 12 * HOUR_MS };
/** Households that let this many offers of an amenity pass in these days queue behind newcomers for a week. */
const PASSED = { most: 2, days: 30, behindDays: 7 };
const MOST = 200;
/** Horizon of the waiting list. */
const FAR_MS = 2 * 366 * DAY_MS;

/** Time of the announcement: now or the next morning; now too if booking would no longer be possible in the morning. */
function toldAt({ now, project: { timeZone } }: Ctx, startAt: Date, last: Date): Date {
  const hour = Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));
  const quiet = hour >= QUIET.from || hour < QUIET.until;
  if (!quiet || startAt.getTime() - now.getTime() < QUIET.unlessMs) return now;
  const today = dayOf(now, timeZone);
  const day = hour >= QUIET.from ? nextDay(today) : today;
  const morning = instantAt(day, QUIET.until * 60, timeZone);
  return morning < last ? morning : now;
}

/** Times of a new offer: its announcement, and its expiry some time later, at the latest at the end of the booking period. */
function offerTimes(ctx: Ctx, amenity: Amenity, startAt: Date): { told: Date; until: Date } {
  const ahead = preOrderOf(amenity, ctx.now).earliest.getTime() - ctx.now.getTime();
  const last = new Date(startAt.getTime() - ahead);
  const told = toldAt(ctx, startAt, last);
  const until = told.getTime() + ctx.project.waitlistOfferMinutes * MINUTE_MS;
  return { told, until: new Date(Math.min(until, last.getTime())) };
}

/** Waits for an amenity at a time, in the order of offers. */
async function loadRow(ctx: Ctx, amenity: Amenity, { from, to }: Frame): Promise<Wait[]> {
  const live = { projectId: ctx.projectId, deletedAt: null, utilityIds: amenity._id };
  const wide = { from: new Date(from.getTime() - FLEXIBLE_MS), to: new Date(to.getTime() + FLEXIBLE_MS) };
  const waits = await records(utilityWaitlist).find(
    ctx,
    { ...live, status: 'WAITING', startAt: { $lt: wide.to }, endAt: { $gt: wide.from } },
    { sort: { createdAt: 1, _id: 1 }, limit: MOST, patience: 2000 },
  );
  const ago = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS);
  const passed = await records(utilityWaitlist).find(
    ctx,
    { ...live, status: 'EXPIRED', updatedAt: { $gt: ago(PASSED.days) } },
    { only: ['unitId', 'updatedAt'], patience: 2000 },
  );
  const isBehind = ({ unitId }: Wait) => {
    const ofUnit = passed.filter(offer => offer.unitId === unitId);
    return ofUnit.length >= PASSED.most && ofUnit.some(({ updatedAt }) => updatedAt > ago(PASSED.behindDays));
  };
  const at = (wait: Wait) => (wait.since ?? wait.createdAt).getTime();
  return waits
    .filter(wait => wait.unitId !== ctx.leavingUnitId && reachOf(wait).from < to && from < reachOf(wait).to)
    .toSorted((a, b) => Number(isBehind(a)) - Number(isBehind(b)) || at(a) - at(b));
}

/** A wait to make an offer to, with slots and reserved place. */
interface Candidate {
  wait: Wait;
  slots: Frame[];
  place: Keeping;
}

/**
 * Next waits to make offers to: those that fit, in order, as many as there are places. `before`: candidates for other amenities at the same moment.
 */
export async function loadNext(
  ctx: Ctx,
  amenity: Amenity,
  frame: Frame,
  freeing: Freeing,
  before: readonly Candidate[] = [],
): Promise<Candidate[]> {
  const row = (await loadRow(ctx, amenity, frame)).filter(
    waiting => !before.some(({ wait }) => wait._id === waiting._id),
  );
  if (row.length === 0) return [];
  const { held, closed } = await loadKnown(ctx, amenity, row, freeing);
  const kept = [...held.kept, ...before.map(({ place }) => place)];
  const candidates: Candidate[] = [];
  for (const wait of row) {
    const slots = roomFor(ctx, amenity, wait, { held: { ...held, kept }, closed });
    const [first] = slots ?? [];
    if (!slots || !first || offerTimes(ctx, amenity, first.from).until <= ctx.now) continue;
    const { unitId, quantity } = wait;
    if ((await refusedByUnit(ctx, amenity, { slots, quantity }, unitId)).length > 0) continue;
    const place: Keeping = {
      id: null,
      utilityId: amenity._id,
      unitId,
      quantity,
      status: 'OFFERED' as const,
      code: wait.code ?? '',
      until: null,
      ...spanOf(slots),
    };
    candidates.push({ wait, slots, place });
    kept.push(place);
  }
  return candidates;
}

/** Notifies a household of an offer. */
const notifyOfOffer = (ctx: Ctx, doc: Wait, session: Session) =>
  notify(ctx, toUnit(doc.unitId), 'WAITLIST_OFFER', subjectOf(utilityWaitlist, doc), session);

/** Changes of an offer: reserves the places for a while, and announces it, at night in the morning. Fails if the places were taken meanwhile. */
export function offerEffect(ctx: Ctx, amenity: Amenity, doc: Wait, slots: readonly Frame[]) {
  const { told, until } = offerTimes(ctx, amenity, spanOf(slots).from);
  const waits = told > ctx.now;
  return {
    set: {
      status: 'OFFERED' as const,
      offerUntil: until,
      tellAt: waits ? told : null,
      offeredUtilityId: amenity._id,
      offeredSlots: storedSlots(slots),
      offers: doc.offers + 1,
    },
    async also(session: Session) {
      await takeTurnAt(amenity, session);
      const held = await heldIn(ctx.projectId, [amenity], spanOf(slots), { session });
      // The offer itself is written already.
      if (slots.some(slot => takenAt(amenity, slot, held) > amenity.limitPerSlot)) throw new VersionConflict();
      if (!waits) await notifyOfOffer(ctx, doc, session);
    },
  };
}

/** Announces offers held back during the night. */
export async function notifyOfHeldOffers(ctx: Ctx): Promise<void> {
  const due = { status: 'OFFERED', tellAt: { $lte: ctx.now } } as const;
  const docs = await records(utilityWaitlist).find(ctx, { ...due }, { limit: MOST, patience: 2000 });
  for (const doc of docs) {
    const update = { doc, set: { tellAt: null }, keepVersion: true, while: due };
    const also = (session: Session) => notifyOfOffer(ctx, doc, session);
    await save(ctx, [{ definition: utilityWaitlist, action: 'update', update, also }]).catch(error => {
      // Announced by another server, or answered concurrently.
      if (!(error instanceof VersionConflict)) throw error;
    });
  }
}

/** Offers places of an amenity in the transaction that frees them, before others can book. `except`: the ending booking or offer. */
export async function offerFreed(ctx: Ctx, amenity: Amenity | null, frame: Frame, except?: string): Promise<Change[]> {
  if (!amenity || frame.from <= ctx.now) return [];
  return (await loadNext(ctx, amenity, frame, { except })).map(candidate => offerTo(ctx, amenity, candidate));
}

function offerTo(ctx: Ctx, amenity: Amenity, { wait: doc, slots }: Candidate): Change {
  const { set, also } = offerEffect(ctx, amenity, doc, slots);
  return { definition: utilityWaitlist, action: 'offer', update: { doc, set }, also };
}

/** Offers free places of amenities at any future time, in the transaction that adds places or hours, or changes a closure (`changed`). */
export async function offerOpened(
  ctx: Ctx,
  amenities: readonly Amenity[],
  changed?: ChangedClosure,
): Promise<Change[]> {
  const frame = { from: ctx.now, to: new Date(ctx.now.getTime() + FAR_MS) };
  const candidates: Candidate[] = [];
  const changes: Change[] = [];
  for (const amenity of amenities.filter(({ active, deletedAt }) => active && !deletedAt)) {
    const next = await loadNext(ctx, amenity, frame, { changed }, candidates);
    candidates.push(...next);
    changes.push(...next.map(candidate => offerTo(ctx, amenity, candidate)));
  }
  return changes;
}

/** Amenity of a wait or booking, even if removed. */
export const amenityById = (ctx: Ctx, id: unknown): Promise<Amenity | null> =>
  records(utility).withRemoved().get(ctx, id);
