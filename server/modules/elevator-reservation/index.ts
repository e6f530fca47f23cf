import type { Definition } from '@lobby/shared/kit/definition.ts';
import { elevatorReservation, HOLDS_LIFT, lift } from '@lobby/shared/modules/elevator-reservation.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { clockAt, isWithin } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Behaviour, Request } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import { needRef } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { beginForm, formActs, regulationRoute, tellOfForm } from '../resident-form/index.ts';
import { liftDayRoute } from './lift-day.ts';

const moment = (value: unknown) => (value instanceof Date ? value : new Date(String(value)));

/** Refuses a lift that is out of use or closed at that hour, and a time that is over. */
async function completeReservation(ctx: Ctx, request: Request): Promise<Record<string, unknown>> {
  const { kind, values, doc } = request;
  if (kind === 'remove' || kind === 'restore') return values;
  const whole = { ...doc, ...values };
  const moved = ['liftId', 'startAt', 'endAt'].some(name => values[name] !== undefined);
  if (moved) {
    const { active, hours } = await needRef(ctx, 'lift', String(whole.liftId), 'liftId');
    if (active === false) failFields({ liftId: { code: 'ELEVATOR_NOT_FOR_UNIT' } }, 'ELEVATOR_NOT_FOR_UNIT');
    for (const name of ['startAt', 'endAt'])
      if (!isWithin(hours, clockAt(moment(whole[name]), ctx.project.timeZone).minutes))
        failFields({ [name]: { code: 'ELEVATOR_OUT_OF_HOURS' } }, 'ELEVATOR_OUT_OF_HOURS');
  }
  if (values.startAt !== undefined && moment(values.startAt) < ctx.now)
    failFields({ startAt: { code: 'ELEVATOR_IN_PAST' } }, 'ELEVATOR_IN_PAST');
  return { ...values, ...(await beginForm(ctx, elevatorReservation, request)) };
}

/** How many of some spans there are at once, at most. */
export function mostAtOnce(spans: readonly { startAt: unknown; endAt: unknown }[]): number {
  const turns = spans.flatMap(({ startAt, endAt }) => [
    [moment(startAt).getTime(), 1] as const,
    [moment(endAt).getTime(), -1] as const,
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

/** Refuses what would have more moves at a lift than it takes; of two at once, the second finds the first (proof.md, F12). */
async function refuseTaken(doc: Stored, session: Session): Promise<void> {
  if (!HOLDS_LIFT.includes(String(doc.status))) return;
  const { projectId, liftId, startAt, endAt, _id } = doc;
  await takeTurn(`lift ${liftId}`, session);
  const own = await modelOf(lift).findOne({ projectId, _id: liftId }).session(session).lean<Stored>();
  const others = await modelOf(elevatorReservation)
    .find({
      projectId,
      liftId,
      deletedAt: null,
      _id: { $ne: _id },
      status: { $in: [...HOLDS_LIFT] },
      startAt: { $lt: moment(endAt) },
      endAt: { $gt: moment(startAt) },
    })
    .session(session)
    .maxTimeMS(2000)
    .lean<{ startAt: Date; endAt: Date }[]>();
  const within = others.map(one => ({
    startAt: one.startAt < moment(startAt) ? startAt : one.startAt,
    endAt: one.endAt > moment(endAt) ? endAt : one.endAt,
  }));
  if (mostAtOnce(within) >= Number(own?.capacity ?? 1))
    failFields({ startAt: { code: 'ELEVATOR_SLOT_TAKEN' } }, 'ELEVATOR_SLOT_TAKEN');
}

const tell = tellOfForm(elevatorReservation);
const holdLift: NonNullable<Behaviour['inTransaction']> = async (ctx, session, done) => {
  const { doc, before } = done;
  const same =
    before &&
    doc &&
    ['liftId', 'startAt', 'endAt', 'deletedAt'].every(name => String(before[name]) === String(doc[name]));
  if (doc && !same) await refuseTaken(doc, session);
  await tell(ctx, session, done);
};

/** Reservations of lifts, and the lifts themselves. */
export const elevatorRoutes = (all: readonly Definition[]): Route[] => [
  liftDayRoute,
  regulationRoute(elevatorReservation, 'movingRules', 'elevator-reservation.regulation'),
  ...serve(
    elevatorReservation,
    {
      check: completeReservation,
      inTransaction: holdLift,
      acts: formActs(elevatorReservation, {
        begin: ctx => ({ set: { realStartAt: ctx.now } }),
        complete: ctx => ({ set: { realEndAt: ctx.now } }),
      }),
    },
    all,
  ),
  ...serve(lift, {}, all),
];
