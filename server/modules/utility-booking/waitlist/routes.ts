import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { waitPositions } from '@lobby/shared/modules/utility-waitlist.contract.ts';
import { utilityWaitlist, WAITS_ON } from '@lobby/shared/modules/utility-waitlist.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { attemptEach, attemptSteps } from '../../../kit/jobs/attempt-each.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { lastChange } from '../../../kit/records/acts/last-change.ts';
import type { Behaviour } from '../../../kit/records/behaviour.ts';
import { create } from '../../../kit/records/records.ts';
import {
  type Action,
  type ActionsOf,
  type BehaviourOf,
  perform,
  type Values,
} from '../../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../../kit/serve.ts';
import { takeKey } from '../../../kit/store/idempotency.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { needRef } from '../../../kit/store/refs/refs.ts';
import { type Change, retryOnConflict } from '../../../kit/store/save.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { serves } from '../../../platform/server-module.ts';
import { withStatusNotice } from '../../resident-form/index.ts';
import type { Amenity } from '../../utility/index.ts';
import { draftOf } from '../complete.ts';
import { assertNoRefusal, loadRefusals, spanOf } from '../eligibility/eligibility.ts';
import { preOrderOf, termsOf } from '../money/pricing.ts';
import { type Booking, slotsOf, storedSlots, type Wait } from '../slots/occupancy.ts';
import { FLEXIBLE_MS, loadKnown, loadPositions, offeredOf, reachOf, roomFor, wishesOf } from './matching.ts';
import { amenityById, loadNext, notifyOfHeldOffers, offerEffect, offerFreed } from './offers.ts';

const BATCH = 200;
/** Maximum number of open waits of a household. */
const MOST_WAITS = 5;
const { path, code: module } = utilityWaitlist;

/** Amenities of a wait, all of one group, first wish first. */
async function loadWished(ctx: Ctx, values: Values<typeof utilityWaitlist>): Promise<Amenity[]> {
  const ids = [...new Set([...(values.utilityId ? [values.utilityId] : []), ...(values.utilityIds ?? [])])];
  if (ids.length === 0) failFields({ utilityId: { code: 'REQUIRED' } });
  const found: Amenity[] = [];
  for (const id of ids)
    found.push(await needRef(ctx, utility, id, values.utilityId === id ? 'utilityId' : 'utilityIds'));
  if (found.some(amenity => amenity.groupId !== found[0]?.groupId))
    failFields({ utilityIds: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
  return found;
}

/** Refuses to wait for free or unbookable frames, or twice for the same. */
const completeWait: NonNullable<BehaviourOf<typeof utilityWaitlist>['check']> = async (ctx, { kind, values }) => {
  if (kind !== 'create') return values;
  const amenities = await loadWished(ctx, values);
  const draft = draftOf(values);
  const unitId = values.unitId ?? '';
  const { from: startAt, to: endAt } = spanOf(draft.slots);
  const slots = storedSlots(draft.slots);
  const flexible = values.flexible ?? '0';
  for (const amenity of amenities) {
    const refused = await loadRefusals(ctx, amenity, draft, unitId);
    const full = refused.some(({ code }) => code === 'LIMIT_PER_SLOT');
    assertNoRefusal(refused.filter(({ code }) => code !== 'LIMIT_PER_SLOT'));
    const wish = { slots, flexible, quantity: draft.quantity, startAt, endAt };
    const free = full ? roomFor(ctx, amenity, wish, await loadKnown(ctx, amenity, [wish])) : draft.slots;
    if (free) fail('WAITLIST_NOT_NEEDED', { utilityId: amenity._id, slots: storedSlots(free) });
    if (amenity.rules && values.autoAccept === true && values.rulesAgreed !== true)
      failFields({ rulesAgreed: { code: 'RULES_NOT_AGREED' } }, 'RULES_NOT_AGREED');
  }
  const ids = amenities.map(({ _id }) => _id);
  const ofUnit = { unitId, status: { $in: WAITS_ON } };
  const same = { ...ofUnit, utilityIds: { $in: ids }, startAt: { $lt: endAt }, endAt: { $gt: startAt } };
  if (await records(utilityWaitlist).exists(ctx, same)) fail('WAITLIST_EXISTS');
  const waiting = await records(utilityWaitlist).count(ctx, ofUnit);
  if (waiting >= MOST_WAITS) fail('TOO_MANY_BOOKINGS', { limit: MOST_WAITS });
  const of = { utilityId: ids[0], utilityIds: ids, groupId: amenities[0]?.groupId, flexible };
  return { ...values, ...of, slots, startAt, endAt, since: ctx.now };
};

/** Offers out of turn, if places are free. */
const offer: Action<typeof utilityWaitlist, 'offer'> = async (ctx, wait, { reason }) => {
  if (!reason) failFields({ reason: { code: 'REQUIRED' } });
  if (reachOf(wait).to <= ctx.now) return fail('OFFER_EXPIRED');
  for (const id of wait.utilityIds) {
    const amenity = await amenityById(ctx, id);
    const slots = amenity && roomFor(ctx, amenity, wait, await loadKnown(ctx, amenity, [wait]));
    if (!amenity || !slots) continue;
    const { set, also } = offerEffect(ctx, amenity, wait, slots);
    return { set: { ...set, reason }, also };
  }
  return !wait.startAt || wait.startAt <= ctx.now ? fail('OFFER_EXPIRED') : fail('LIMIT_PER_SLOT');
};

/** Offers the places of an ending offer to the next. */
async function passedOn(ctx: Ctx, doc: Doc<typeof utilityWaitlist>): Promise<Change[]> {
  if (doc.status !== 'OFFERED') return [];
  const { utilityId, frame } = offeredOf(doc);
  return offerFreed(ctx, await amenityById(ctx, utilityId), frame, doc._id);
}

const none = { offerUntil: null, tellAt: null, offeredUtilityId: null, offeredSlots: [] };
export const leave: Action<typeof utilityWaitlist, 'leave'> = async (ctx, doc) => ({
  set: none,
  with: await passedOn(ctx, doc),
});
const over: Action<typeof utilityWaitlist, 'over'> = (ctx, doc) =>
  withStatusNotice(utilityWaitlist, ctx, doc, 'WAITLIST_OVER', { set: none });
const expire: Action<typeof utilityWaitlist, 'expire'> = async (ctx, doc) =>
  withStatusNotice(utilityWaitlist, ctx, doc, 'WAITLIST_EXPIRED', { set: none, with: await passedOn(ctx, doc) });
/** Declines an offer; if still waiting, at the end of the queue. */
const decline: Action<typeof utilityWaitlist, 'decline'> = async (ctx, doc, { keepWaiting }) => ({
  set: { ...none, ...(keepWaiting === true && { since: ctx.now }) },
  ...(keepWaiting === true && { status: 'WAITING' }),
  with: await passedOn(ctx, doc),
});
/** Staff withdraw an offer; its places are not offered to the next. */
const takeBack: Action<typeof utilityWaitlist, 'take-back'> = (ctx, doc, { reason }) => {
  if (!reason) failFields({ reason: { code: 'REQUIRED' } });
  return withStatusNotice(utilityWaitlist, ctx, doc, 'WAITLIST_EXPIRED', { set: { ...none, reason } });
};
const rules = { offer, leave, over, expire, decline, 'take-back': takeBack } satisfies ActionsOf<
  typeof utilityWaitlist
>;

/** What is given with the acceptance of an offer. */
interface Accepted {
  rulesAgreed?: boolean | undefined;
  surcharges?: Values<typeof utilityBooking>['surcharges'];
  version?: number | undefined;
}

/** Accepts an offer: books the offered slots. */
async function accept(
  ctx: Ctx,
  id: string,
  input: Accepted,
  behaviour: Behaviour,
): Promise<Doc<typeof utilityWaitlist>> {
  const { once } = ctx;
  // A repeated request returns the wait, not the booking.
  const making: Behaviour = {
    ...behaviour,
    async inTransaction(actCtx, session, done) {
      await behaviour.inTransaction?.(actCtx, session, done);
      if (once) await takeKey(once, null, ctx.now, session);
    },
  };
  return retryOnConflict(async () => {
    ctx.once = null;
    const doc = await load(ctx, utilityWaitlist, id);
    const stale = input.version !== undefined && input.version !== doc.version;
    const by = () => lastChange(utilityWaitlist, doc, true);
    if (stale || doc.status === 'ACCEPTED') fail('STATUS_CHANGED', await by());
    if (doc.status === 'EXPIRED') fail('OFFER_EXPIRED', await by());
    if (doc.status !== 'OFFERED') fail('STATUS_NOT_ALLOWED', await by());
    if (!doc.offerUntil || doc.offerUntil <= ctx.now) fail('OFFER_EXPIRED');
    const { unitId, residentId, quantity } = doc;
    const { surcharges, rulesAgreed = doc.rulesAgreed } = input;
    const { utilityId, slots } = offeredOf(doc);
    const values = { unitId, residentId, utilityId, quantity, slots: storedSlots(slots), rulesAgreed };
    await create(ctx, utilityBooking, { ...values, ...(surcharges ? { surcharges } : {}) }, making);
    return load(ctx, utilityWaitlist, id);
  });
}

const acceptCall = (behaviour: Behaviour) =>
  route({
    method: 'put',
    path: `${path}/:id/accept`,
    summary: 'Take the slots that were offered: a booking is made of them',
    module,
    flags: ['write'],
    residents: true,
    params: z.strictObject({ id: idSchema }),
    body: z.strictObject({
      rulesAgreed: z.boolean().optional(),
      surcharges: z
        .array(z.strictObject({ index: z.int().min(0).max(19), quantity: z.int().min(1).max(1000).optional() }))
        .max(20)
        .optional(),
      version: z.int().min(1).max(1_000_000_000).optional(),
    }),
    answer: responseSchema(utilityWaitlist, 'detail'),
    run: async (ctx, { params, body }) =>
      loadDetail(ctx, utilityWaitlist, await accept(ctx, params.id, body, behaviour)),
    again: async (ctx, { params }) => loadDetail(ctx, utilityWaitlist, await load(ctx, utilityWaitlist, params.id)),
  });

/** Positions in the queue; households see only their own. */
const positions = route(waitPositions, {
  flags: ['read'],
  residents: true,
  async run(ctx, { query }) {
    const ids = [query.ids].flat();
    const found = await records(utilityWaitlist).find(
      ctx,
      { _id: { $in: ids }, ...(ctx.kind === 'resident' && { unitId: ctx.unitId }) },
      { patience: 2000 },
    );
    const places = await loadPositions(
      ctx,
      found.map(wait => ({ id: wait._id, utilityIds: wait.utilityIds })),
    );
    return found.map(({ _id }) => ({ id: _id, position: places.get(_id) ?? null }));
  },
});

/** Routes of the waiting list; `behaviour` is that of bookings. */
export const waitRoutes = (behaviour: Behaviour): readonly Route[] => [positions, acceptCall(behaviour)];
export const servedWaits = serves(utilityWaitlist, { check: completeWait, actions: rules });

/** Ends the waits of a household that its booking fulfils. */
export async function endedWaits(ctx: Ctx, { _id, unitId, utilityId, slots }: Booking): Promise<Change[]> {
  const { from, to } = spanOf(slotsOf(slots));
  const wide = { from: new Date(from.getTime() - FLEXIBLE_MS), to: new Date(to.getTime() + FLEXIBLE_MS) };
  const found = await records(utilityWaitlist).find(
    ctx,
    {
      unitId,
      utilityIds: utilityId,
      status: { $in: WAITS_ON },
      startAt: { $lt: wide.to },
      endAt: { $gt: wide.from },
    },
    { patience: 2000 },
  );
  const set = { ...none, status: 'ACCEPTED', bookingId: _id };
  const meeting = found.filter(wait => reachOf(wait).from < to && from < reachOf(wait).to);
  return meeting.map(doc => ({ definition: utilityWaitlist, action: 'accept', update: { doc, set } }));
}

/** Accepts free offers for households that chose automatic acceptance. */
async function takeFree(ctx: Ctx, behaviour: Behaviour): Promise<number> {
  const found = await records(utilityWaitlist).find(
    ctx,
    { status: 'OFFERED', autoAccept: true },
    { limit: BATCH, patience: 10_000 },
  );
  return attemptEach(found, async doc => {
    const { utilityId, slots } = offeredOf(doc);
    const amenity = await amenityById(ctx, utilityId);
    const terms = amenity && termsOf(amenity, { ...draftOf(doc), slots }, ctx.now, ctx.project.timeZone);
    return terms && terms.total + terms.deposit <= 0 ? accept(ctx, doc._id, {}, behaviour) : null;
  });
}

/** Ends expired waits and offers, and offers free places in order. Idempotent, and safe on several servers. */
export const makeWaitsJob = (behaviour: Behaviour) =>
  defineJob({
    name: 'who waits for an amenity',
    every: '* * * * *',
    async perProject(ctx) {
      const open = await records(utilityWaitlist).find(
        ctx,
        { status: { $in: WAITS_ON } },
        { sort: { createdAt: 1 }, limit: BATCH, patience: 10_000 },
      );
      const steps = [
        () => endWaits(ctx, open),
        () => notifyOfHeldOffers(ctx),
        () => offerFree(ctx, open),
        () => takeFree(ctx, behaviour),
      ];
      return attemptSteps(steps);
    },
  });

const endWaits = (ctx: Ctx, open: readonly Wait[]): Promise<number> =>
  attemptEach(open, async doc => {
    const late = await isLate(ctx, doc);
    const expired = doc.status === 'OFFERED' && doc.offerUntil && doc.offerUntil <= ctx.now;
    const name = expired ? 'expire' : late ? 'over' : null;
    return name && perform(ctx, { definition: utilityWaitlist, name, id: doc._id, input: {} }, rules[name]);
  });

/** Whether none of a wait's wishes can be booked any more. */
async function isLate(ctx: Ctx, wait: Wait): Promise<boolean> {
  for (const id of wait.utilityIds) {
    const amenity = await amenityById(ctx, id);
    if (!amenity) continue;
    const { earliest } = preOrderOf(amenity, ctx.now);
    const wishes = wishesOf(wait, amenity, ctx.project.timeZone);
    // A wish that is no longer a frame expires by its own time.
    const starts = wishes.length > 0 ? wishes.flatMap(([first]) => first?.from ?? []) : [wait.startAt ?? new Date(0)];
    if (starts.some(at => at > earliest)) return false;
  }
  return true;
}

/** Offers places that became free without an offer: after a closure, an expired hold, or with more places. */
async function offerFree(ctx: Ctx, open: readonly Wait[]): Promise<number> {
  return attemptEach(
    open.filter(({ status }) => status === 'WAITING'),
    async doc => attemptOffer(ctx, doc),
  );
}

/** Offers the first of the wished amenities that has a place. */
async function attemptOffer(ctx: Ctx, doc: Wait): Promise<boolean> {
  for (const id of doc.utilityIds) {
    const amenity = await amenityById(ctx, id);
    const frame = reachOf(doc);
    if (!amenity || frame.from <= ctx.now) continue;
    const found = (await loadNext(ctx, amenity, frame, {})).find(({ wait }) => wait._id === doc._id);
    if (!found) continue;
    // The reason is what staff give for an offer out of turn.
    const of = { definition: utilityWaitlist, name: 'offer', id: doc._id, input: { reason: '' } } as const;
    await perform(ctx, of, async (_ctx, fresh) => {
      const now = await amenityById(ctx, id);
      return now ? offerEffect(ctx, now, fresh, found.slots) : fail('NOT_FOUND');
    });
    return true;
  }
  return false;
}
