import type { Definition } from '@lobby/shared/kit/definition.ts';
import { bookingWait } from '@lobby/shared/modules/booking-wait.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { fail, Refusal } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Route } from '../../kit/http/route.ts';
import { act, type Rule } from '../../kit/records/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import { needRef } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { subjectOf, telling } from '../resident-form/index.ts';
import type { Amenity } from '../utility/index.ts';
import { amenityIn } from './complete.ts';
import { type Booking, freeAt, heldIn } from './places.ts';
import { refuseBy, refusedByTerms } from './refusals.ts';

/** So long an offer keeps its place. */
const OFFER_MS = 15 * 60_000;
const BATCH = 200;

const frameOf = (doc: Record<string, unknown>) => ({
  from: new Date(String(doc.startAt)),
  to: new Date(String(doc.endAt)),
});
const instant = (value: unknown) => new Date(value instanceof Date ? value : String(value));

/** Refuses to wait for what cannot be booked, and twice for the same. */
const completeWait: NonNullable<Behaviour['check']> = async (ctx, { kind, values, doc }) => {
  if (kind === 'remove' || kind === 'restore') return values;
  const whole: Record<string, unknown> = { ...doc, ...values };
  const amenity = (await needRef(ctx, utility.name, String(whole.utilityId), 'utilityId')) as Amenity;
  const slot = { from: instant(whole.startAt), to: instant(whole.endAt) };
  const [refused] = refusedByTerms(ctx, amenity, { slots: [slot], quantity: 1 });
  if (refused && kind === 'create') refuseBy([refused.field === 'slots' ? { ...refused, field: 'startAt' } : refused]);
  const same = {
    ...{ projectId: ctx.projectId, unitId: String(whole.unitId), utilityId: amenity._id, startAt: slot.from },
    ...{ deletedAt: null, status: { $in: ['WAITING', 'OFFERED'] } },
  };
  if (!doc && (await modelOf(bookingWait).exists(same).maxTimeMS(2000))) fail('WAITS_ALREADY');
  return { ...values, groupId: amenity.groupId };
};

/** Offers a place that has become free: of two at once the second finds it taken. */
const offer: Rule = (ctx, doc) => {
  const frame = frameOf(doc);
  const until = new Date(Math.min(ctx.now.getTime() + OFFER_MS, frame.from.getTime()));
  const free = async (session: Session) => {
    const amenity = await amenityIn(ctx, doc, session);
    // Its own offer is written already.
    const around = { unitId: String(doc.unitId), session };
    const held = await heldIn(ctx.projectId, [amenity], frame, around);
    if (freeAt(amenity, frame, held) < Number(doc.quantity)) fail('LIMIT_PER_SLOT');
  };
  return telling({ set: { offeredUntil: until }, also: free }, session =>
    notify(ctx, toUnit(doc.unitId), 'BOOKING_OFFERED', subjectOf(bookingWait, doc), session),
  );
};

export const waitRoutes = (all: readonly Definition[]): Route[] =>
  serve(bookingWait, { check: completeWait, acts: { offer } }, all);

/** A household that books what it waited for waits no longer. */
export async function endedWaits(ctx: Ctx, { unitId, utilityId, slots }: Booking): Promise<Change[]> {
  const found = await modelOf(bookingWait)
    .find({
      ...{ projectId: ctx.projectId, unitId, utilityId, deletedAt: null, status: { $in: ['WAITING', 'OFFERED'] } },
      startAt: { $in: slots.map(one => new Date(one.from)) },
    })
    .maxTimeMS(2000)
    .lean<Stored[]>();
  return found.map(doc => ({ definition: bookingWait, action: 'book', update: { doc, set: { status: 'BOOKED' } } }));
}

/** Ends waits and offers whose time is over, and offers what is free to who waits longest. Safe to run twice and on several servers. */
export async function turnWaits(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const open = { projectId: ctx.projectId, deletedAt: null };
    const over = {
      status: { $in: ['WAITING', 'OFFERED'] },
      $or: [{ startAt: { $lte: now } }, { status: 'OFFERED', offeredUntil: { $lte: now } }],
    };
    for (const [name, due] of Object.entries({ lapse: over, offer: { status: 'WAITING' } })) {
      const found = await modelOf(bookingWait)
        .find({ ...open, ...due }, { _id: 1 })
        .sort({ createdAt: 1 })
        .limit(BATCH)
        .maxTimeMS(10_000)
        .lean<{ _id: string }[]>();
      for (const { _id } of found) {
        const done = await act(ctx, bookingWait, name, _id, {}, name === 'offer' ? offer : () => ({})).catch(error => {
          // Still full, or left at this moment.
          if (error instanceof Refusal) return null;
          throw error;
        });
        if (done) turned++;
      }
    }
  }
  return turned;
}
