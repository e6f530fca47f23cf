import { isDay, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { elevatorReservation, HOLDS_LIFT, lift } from '@lobby/shared/modules/elevator-reservation.ts';
import { z } from 'zod';
import { route } from '../../kit/http/route.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

const MOST = 500;
type Span = [startAt: number, endAt: number];

/** The spans in which as many moves as the lift takes are there already, joined where they meet. */
export function fullSpans(moves: readonly { startAt: Date; endAt: Date }[], capacity: number): Span[] {
  const turns = [...new Set(moves.flatMap(({ startAt, endAt }) => [startAt.getTime(), endAt.getTime()]))].sort(
    (a, b) => a - b,
  );
  const full: Span[] = [];
  for (const [n, from] of turns.slice(0, -1).entries()) {
    const to = turns[n + 1] ?? from;
    const there = moves.filter(({ startAt, endAt }) => startAt.getTime() <= from && endAt.getTime() >= to);
    if (there.length < capacity) continue;
    const last = full.at(-1);
    if (last?.[1] === from) last[1] = to;
    else full.push([from, to]);
  }
  return full;
}

/** `GET /elevator-reservation/lift-day`: when each lift is taken on a day, and nobody's name: what a resident chooses by. */
export const liftDayRoute = route({
  method: 'get',
  path: `${elevatorReservation.path}/lift-day`,
  summary: 'The lifts, with the times of a day at which they are taken',
  module: elevatorReservation.code,
  flags: ['read'],
  residents: true,
  query: z.strictObject({ day: z.string().refine(isDay) }),
  answer: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      hours: z.string().nullable(),
      taken: z.array(z.object({ startAt: z.iso.datetime(), endAt: z.iso.datetime() })),
    }),
  ),
  async run(ctx, { query: { day } }) {
    const live = { projectId: ctx.projectId, deletedAt: null };
    const { timeZone } = ctx.project;
    const lifts = await modelOf(lift)
      .find({ ...live, active: { $ne: false } })
      .sort({ name: 1 })
      .limit(MOST)
      .maxTimeMS(2000)
      .lean<Stored[]>();
    const moves = await modelOf(elevatorReservation)
      .find({
        ...live,
        liftId: { $in: lifts.map(({ _id }) => _id) },
        status: { $in: [...HOLDS_LIFT] },
        startAt: { $lt: startOfDay(nextDay(day), timeZone) },
        endAt: { $gt: startOfDay(day, timeZone) },
      })
      .limit(MOST)
      .maxTimeMS(2000)
      .lean<{ liftId: string; startAt: Date; endAt: Date }[]>();
    return lifts.map(({ _id, name, hours, capacity }) => ({
      id: _id,
      name: String(name),
      hours: typeof hours === 'string' ? hours : null,
      taken: fullSpans(
        moves.filter(({ liftId }) => liftId === _id),
        Number(capacity ?? 1),
      ).map(([from, to]) => ({ startAt: new Date(from).toISOString(), endAt: new Date(to).toISOString() })),
    }));
  },
});
