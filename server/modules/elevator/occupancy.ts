import { DAY_MS, dayOf, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { type elevator, elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation, HOLDS_ELEVATOR } from '@lobby/shared/modules/elevator-reservation.ts';
import { nextFree, type Refused, type Span, whyNot } from '@lobby/shared/modules/elevator-time.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { type Doc, records } from '../../kit/store/records.ts';

/** Upper bound of the pause after a move and of early starts. */
const REACH_MS = 3 * 60 * MINUTE_MS;
const MOST = 5000;
/** Days ahead in which alternative times are searched. */
const AHEAD_DAYS = 14;

/** Moves and closures of an elevator around a time, without the move `except`. */
export async function loadOccupancy(
  ctx: Ctx,
  elevatorId: string,
  { from, to }: Span,
  { except, session }: { except?: string | undefined; session?: Session | undefined } = {},
) {
  const [moves, closures] = [
    await records(elevatorReservation)
      .in(session)
      .find(
        ctx,
        {
          elevatorId,
          status: { $in: HOLDS_ELEVATOR },
          expectedStartAt: { $lt: new Date(to + REACH_MS) },
          expectedEndAt: { $gt: new Date(from - REACH_MS) },
          ...(except && { _id: { $ne: except } }),
        },
        { only: ['expectedStartAt', 'expectedEndAt', 'actualStartAt'], limit: MOST },
      ),
    await records(elevatorClosure)
      .in(session)
      .find(
        ctx,
        { elevatorId, startAt: { $lt: new Date(to) }, endAt: { $gt: new Date(from) } },
        { only: ['startAt', 'endAt'], limit: MOST },
      ),
  ];
  return {
    moves: moves.map(
      ({ expectedStartAt, expectedEndAt, actualStartAt }): Span => ({
        // A move that began early occupies the elevator from then on.
        from: Math.min(expectedStartAt.getTime(), actualStartAt?.getTime() ?? Number.POSITIVE_INFINITY),
        to: expectedEndAt.getTime(),
      }),
    ),
    closures: closures.map((closure): Span => ({ from: closure.startAt.getTime(), to: closure.endAt.getTime() })),
    timeZone: ctx.project.timeZone,
  };
}

/** Current time rounded down to the minute. */
export const firstFree = (now: Date): number => Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;

/** Throws if the elevator cannot take a move at this time, proposing the next free times. */
export async function assertTimeFree(
  ctx: Ctx,
  lift: Doc<typeof elevator>,
  span: Span,
  { except, session, only }: { except?: string; session?: Session; only?: readonly Refused[] } = {},
): Promise<void> {
  const day = dayOf(new Date(span.from), ctx.project.timeZone);
  const reason = whyNot(lift, day, span, await loadOccupancy(ctx, lift._id, span, { except, session }));
  if (!reason || (only && !only.includes(reason))) return;
  const horizon = { from: span.from - DAY_MS, to: span.from + AHEAD_DAYS * DAY_MS };
  const there = await loadOccupancy(ctx, lift._id, horizon, { except, session });
  const minutes = Math.ceil((span.to - span.from) / MINUTE_MS);
  const free = nextFree(lift, day, AHEAD_DAYS, minutes, { ...there, after: firstFree(ctx.now) });
  const inText = ({ from, to }: Span) => ({ start: new Date(from).toISOString(), end: new Date(to).toISOString() });
  failFields({ expectedStartAt: { code: reason } }, reason, { free: free.map(inText) });
}
