import { idSchema } from '@lobby/shared/kit/schema.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { holdSlots } from '@lobby/shared/modules/utility-booking.contract.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import { newId, type Session, transaction } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import type { Job } from '../../../kit/jobs/jobs.ts';
import { writeEvents } from '../../../kit/store/events.ts';
import { takeKey } from '../../../kit/store/idempotency.ts';
import { needRef } from '../../../kit/store/refs/refs.ts';
import { amenityIn, draftOf } from '../complete.ts';
import { assertNoRefusal, loadRefusals, mayOverride, refusedByRoom, spanOf } from '../eligibility/eligibility.ts';
import { type HeldSlots, holds } from './held-slots.ts';
import { storedSlots } from './occupancy.ts';

/** Duration of a hold; it can be extended once by the same time. */
const HOLD_MS = 5 * 60_000;
const BATCH = 500;
const NOBODY = { id: 'system', name: 'Lobby' };

/** Entity of hold events: without a permission module, so that they reach viewers of slots but are no activities. */
export const HOLD = 'slot-hold';

type HoldSpan = Pick<HeldSlots, '_id' | 'projectId' | 'utilityId' | 'startAt' | 'endAt'>;

/** Publishes that slots are held or released. */
const recordHold = ({ _id, projectId, ...row }: HoldSpan, action: 'hold' | 'release', at: Date, session: Session) =>
  writeEvents(
    [
      {
        at,
        projectId,
        actor: NOBODY,
        module: 'SLOT_HOLD',
        entity: HOLD,
        entityId: _id,
        action,
        before: null,
        after: null,
        version: 0,
        row,
      },
    ],
    session,
  );

const ownOf = (ctx: Ctx, utilityId: string) => ({ projectId: ctx.projectId, utilityId, holderId: ctx.actor.id });

/** Ends the caller's hold on an amenity once it became a booking. It is only expired, so that releasing it later is no error. */
export async function releaseOwn(ctx: Ctx, utilityId: string, session: Session): Promise<void> {
  const live = { ...ownOf(ctx, utilityId), until: { $gt: ctx.now } };
  const old = await holds().findOneAndUpdate(live, { $set: { until: ctx.now } }, { session });
  if (old) await recordHold(old, 'release', ctx.now, session);
}

/** Whether the caller's hold has not expired. */
export const lasts = async (ctx: Ctx, holdId: string): Promise<boolean> =>
  (await holds().findOne({
    _id: holdId,
    projectId: ctx.projectId,
    holderId: ctx.actor.id,
    until: { $gt: clockNow() },
  })) !== null;

/** `POST /utility-booking/hold`: repeated for the same slots it extends the hold, once. */
const hold = route(holdSlots, {
  flags: ['write'],
  residents: true,
  creates: true,
  async run(ctx, { body }) {
    const amenity = await needRef(ctx, utility, body.utilityId, 'utilityId');
    const draft = draftOf(body);
    const unitId = ctx.kind === 'resident' ? ctx.unitId : null;
    const refused = await loadRefusals(ctx, amenity, draft, unitId ?? null);
    // Staff override these refusals with a reason when they book.
    assertNoRefusal(refused.filter(refusal => ctx.kind === 'resident' || !mayOverride(refusal)));
    const made = await transaction(async session => {
      await amenityIn(ctx, { utilityId: amenity._id }, session);
      assertNoRefusal(await refusedByRoom(ctx, amenity, draft, { session, unitId }));
      const old = await holds().findOne(ownOf(ctx, amenity._id), { session });
      const [now, wanted] = [clockNow(), storedSlots(draft.slots)];
      const same = old !== null && old.until > now && JSON.stringify(old.slots) === JSON.stringify(wanted);
      const again = same && old.quantity === draft.quantity;
      const { from: startAt, to: endAt } = spanOf(draft.slots);
      const next: HeldSlots = {
        _id: again ? old._id : newId(),
        ...ownOf(ctx, amenity._id),
        slots: wanted,
        startAt,
        endAt,
        quantity: draft.quantity,
        until: again && old.renewed ? old.until : new Date(now.getTime() + HOLD_MS),
        renewed: again,
      };
      const answer = { holdId: next._id, until: next.until.toISOString() };
      if (ctx.once) await takeKey(ctx.once, answer, ctx.now, session);
      if (old) await holds().deleteOne({ _id: old._id }, { session });
      await holds().insertOne(next, { session });
      if (old && !same) await recordHold(old, 'release', ctx.now, session);
      await recordHold(next, 'hold', ctx.now, session);
      return answer;
    });
    ctx.once = null;
    return made;
  },
});

const release = route({
  method: 'delete',
  path: `${utilityBooking.path}/hold/:holdId`,
  summary: 'Hold slots no longer',
  module: utilityBooking.code,
  flags: ['write'],
  residents: true,
  params: z.strictObject({ holdId: idSchema }),
  answer: z.object({ holdId: idSchema }),
  async run(ctx, { params: { holdId } }) {
    await transaction(async session => {
      const filter = { _id: holdId, projectId: ctx.projectId, holderId: ctx.actor.id };
      const old = await holds().findOneAndDelete(filter, { session });
      if (!old) fail('NOT_FOUND');
      await recordHold(old, 'release', ctx.now, session);
    });
    return { holdId };
  },
});

export const holdCalls: readonly Route[] = [hold, release];

/** Deletes expired holds and publishes the release; they have not counted since they expired. Idempotent, and safe on several servers. */
export async function sweepHolds(now: Date): Promise<number> {
  const over = await holds()
    .find({ until: { $lte: now } })
    .limit(BATCH)
    .toArray();
  return attemptEach(over, async expired => {
    await transaction(async session => {
      const { deletedCount } = await holds().deleteOne({ _id: expired._id, until: expired.until }, { session });
      if (deletedCount > 0) await recordHold(expired, 'release', now, session);
    });
    return 1;
  });
}

export const sweepHoldsJob: Job = {
  name: 'slots held while a form is filled',
  every: '*/30 * * * * *',
  run: sweepHolds,
};
