import { dayOf } from '@lobby/shared/kit/dates.ts';
import { unfitReservations, type unfitSchema } from '@lobby/shared/modules/elevator.contract.ts';
import { elevator, elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation, HOLDS_ELEVATOR } from '@lobby/shared/modules/elevator-reservation.ts';
import { type Span, whyNot } from '@lobby/shared/modules/elevator-time.ts';
import type { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { type Doc, records } from '../../kit/store/records.ts';

const MOST = 2000;

const spanOf = ({ expectedStartAt, expectedEndAt }: Doc<typeof elevatorReservation>): Span => ({
  from: expectedStartAt.getTime(),
  to: expectedEndAt.getTime(),
});

/** Future reservations that the elevator's current settings would refuse. */
async function loadUnfit(ctx: Ctx, lift: Doc<typeof elevator>): Promise<z.output<typeof unfitSchema>[]> {
  const live = { projectId: ctx.projectId, elevatorId: lift._id, deletedAt: null };
  const [docs, closed] = await Promise.all([
    records(elevatorReservation).find(
      ctx,
      { ...live, status: { $in: [...HOLDS_ELEVATOR] }, expectedEndAt: { $gt: ctx.now } },
      { sort: { expectedStartAt: 1, _id: 1 }, limit: MOST, patience: 2000 },
    ),
    records(elevatorClosure).find(ctx, { ...live, endAt: { $gt: ctx.now } }, { limit: MOST, patience: 2000 }),
  ]);
  const { timeZone } = ctx.project;
  const closures = closed.map(({ startAt, endAt }) => ({ from: startAt.getTime(), to: endAt.getTime() }));
  return docs.flatMap(doc => {
    const span = spanOf(doc);
    const moves = docs.filter(other => other !== doc).map(spanOf);
    const reason = lift.active
      ? whyNot(lift, dayOf(new Date(span.from), timeZone), span, { moves, closures, timeZone })
      : 'ELEVATOR_NOT_FOR_UNIT';
    if (!reason) return [];
    const { from, to } = span;
    const times = { expectedStartAt: new Date(from).toISOString(), expectedEndAt: new Date(to).toISOString() };
    return [{ id: doc._id, code: doc.code ?? '', unitId: doc.unitId, ...times, reason }];
  });
}

/** `GET /elevator/:id/unfit`: reservations that no longer fit the elevator's hours, capacity or state. */
export const unfitRoute = route(unfitReservations, {
  flags: ['read'],
  run: async (ctx, { params: { id } }) => loadUnfit(ctx, await load(ctx, elevator, id)),
});
