import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { DAY_MS, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { HOLDS_PLACE, utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import { holiday } from '@lobby/shared/modules/work-schedule.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import type { Session } from '../../../kit/database/database.ts';
import { route } from '../../../kit/http/route.ts';
import { lastChange } from '../../../kit/records/acts/last-change.ts';
import { create } from '../../../kit/records/records.ts';
import {
  type Action,
  type BehaviourOf,
  type DoneOf,
  perform,
  untyped,
  type Values,
} from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { type Change, retryOnConflict } from '../../../kit/store/save.ts';
import { cancel, offerOpened } from '../../utility-booking/index.ts';
import { type ChangedClosure, type Closure, timesOf } from '../closed.ts';
import { takeTurnAt } from '../rules.ts';

const FAR_MS = 2 * 366 * DAY_MS;

/** Future bookings within a closure: of its amenities, their parts and wholes. */
async function bookingsIn(
  ctx: Ctx,
  closure: Pick<Closure, 'utilityIds' | 'from' | 'to' | 'repeat' | 'until' | 'openedAt'>,
  session: Session | null = null,
): Promise<Doc<typeof utilityBooking>[]> {
  const span = { from: ctx.now, to: new Date(ctx.now.getTime() + FAR_MS) };
  const times = timesOf(closure, span).slice(0, 200);
  if (times.length === 0) return [];
  const parts = await records(utility)
    .withRemoved()
    .in(session)
    .find(ctx, { wholeId: { $in: closure.utilityIds } }, { only: ['_id'] });
  const ids = [...closure.utilityIds, ...parts.map(({ _id }) => _id)];
  return records(utilityBooking)
    .in(session)
    .find(
      ctx,
      {
        utilityId: { $in: ids },
        status: { $in: HOLDS_PLACE },
        $or: times.map(({ from, to }) => ({ startAt: { $lt: to }, endAt: { $gt: from } })),
      },
      { sort: { startAt: 1 }, limit: 200, patience: 2000 },
    );
}

const refuse = (found: readonly Doc<typeof utilityBooking>[]): never =>
  fail('CLOSURE_HAS_BOOKINGS', { bookings: found.map(booking => ({ id: booking._id, code: booking.code })) });

/** Refuses a closure with bookings; concurrent bookings are serialised. */
async function keepBookings(
  ctx: Ctx,
  session: Session,
  { doc: closure, kind }: DoneOf<typeof utilityClosure>,
): Promise<void> {
  if (!closure || kind === 'import') return;
  const amenities = await records(utility)
    .withRemoved()
    .in(session)
    .find(ctx, { _id: { $in: closure.utilityIds } });
  for (const amenity of amenities.toSorted((a, b) => (a._id < b._id ? -1 : 1))) await takeTurnAt(amenity, session);
  const found = await bookingsIn(ctx, closure, session);
  if (found.length > 0) refuse(found);
}

/** Offers the frames freed by a shorter, moved or removed closure to the waiting list. */
async function freedBy(ctx: Ctx, before: Doc<typeof utilityClosure>, changed: ChangedClosure): Promise<Change[]> {
  const { utilityIds } = before;
  const amenities = await records(utility).find(
    ctx,
    { $or: [{ _id: { $in: utilityIds } }, { wholeId: { $in: utilityIds } }] },
    { sort: { displayOrder: 1, _id: 1 }, patience: 2000 },
  );
  return offerOpened(ctx, amenities, changed);
}

export const closureBehaviour = {
  async check(ctx, { values, kind }) {
    if (kind === 'remove' || kind === 'restore') return values;
    if (values.to && new Date(values.to) <= ctx.now) failFields({ to: { code: 'DATE_IN_PAST' } });
    return values;
  },
  changes: async (ctx, { kind, doc, before }) =>
    kind === 'update' || kind === 'remove' ? freedBy(ctx, before, { id: before._id, after: doc }) : [],
  inTransaction: keepBookings,
} satisfies BehaviourOf<typeof utilityClosure>;

/** Ends a running closure now. */
export const openEarlier: Action<typeof utilityClosure, 'open-earlier'> = async (ctx, closure) => {
  const running = timesOf(closure, { from: ctx.now, to: new Date(ctx.now.getTime() + 1) }).length > 0;
  if (!running || closure.repeat !== 'NONE')
    fail('STATUS_NOT_ALLOWED', await lastChange(utilityClosure, closure, false));
  const set = { to: ctx.now, openedAt: ctx.now };
  return { set, with: await freedBy(ctx, closure, { id: closure._id, after: { ...closure, ...set } }) };
};

/** Cancels the bookings within a new closure on behalf of the building, with full refunds. */
async function cancelInside(ctx: Ctx, values: Values<typeof utilityClosure>): Promise<void> {
  const { utilityIds, from, to, repeat, until, reason } = values;
  if (!utilityIds || !from || !to || !reason) return;
  const found = await bookingsIn(ctx, {
    utilityIds,
    from: new Date(from),
    to: new Date(to),
    repeat: repeat ?? 'NONE',
    until: until ?? null,
    openedAt: null,
  });
  for (const { _id } of found)
    await perform(
      { ...ctx, once: null },
      { definition: utilityBooking, name: 'cancel', id: _id, input: { reason } },
      cancel,
    );
}

export const makeClosures = route({
  method: 'post',
  path: utilityClosure.path,
  summary: 'Close amenities for a time; bookings inside are refused, or cancelled with all they paid to go back',
  module: utilityClosure.code,
  flags: ['write'],
  creates: true,
  body: inputSchema(utilityClosure.fields, 'create')
    .extend({ cancelBookings: z.boolean().optional() })
    .superRefine((values, issues) => {
      for (const [path, error] of Object.entries(utilityClosure.check?.(values) ?? {}))
        issues.addIssue({ code: 'custom', path: path.split('.'), message: error.code });
    }),
  answer: responseSchema(utilityClosure, 'detail'),
  run: async (ctx, { body }) => {
    const { cancelBookings, ...values } = body;
    if (cancelBookings === true) await cancelInside(ctx, values);
    return retryOnConflict(() => create(ctx, utilityClosure, values, untyped(closureBehaviour)));
  },
});

/** Holidays of the work calendar, as suggestions for closures. */
export const holidaysRoute = route({
  method: 'get',
  path: `${utilityClosure.path}/holidays`,
  summary: 'Holidays of a year that may be made closures',
  module: utilityClosure.code,
  flags: ['read'],
  query: z.strictObject({ year: z.coerce.number().int().min(2000).max(2100) }),
  answer: z.array(z.object({ name: z.string(), from: z.iso.datetime(), to: z.iso.datetime() })),
  async run(ctx, { query }) {
    const found = await records(holiday).find(
      ctx,
      { startsOn: { $gte: `${query.year}-01-01`, $lte: `${query.year}-12-31` } },
      { sort: { startsOn: 1 }, limit: 200, patience: 2000 },
    );
    return found.map(closure => ({
      name: closure.name,
      from: startOfDay(closure.startsOn, ctx.project.timeZone).toISOString(),
      to: startOfDay(nextDay(closure.endsOn), ctx.project.timeZone).toISOString(),
    }));
  },
});
