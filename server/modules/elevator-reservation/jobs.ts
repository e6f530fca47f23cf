import { dayOf, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { elevator } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { type Doc, records, type Where } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { endApproval, subjectOf } from '../resident-form/index.ts';

const BATCH = 500;
/** Hour of day at which households are reminded of the next day's move. */
const REMINDER_HOUR = 18;

type Move = Doc<typeof elevatorReservation>;
type Query = Where<typeof elevatorReservation>;

const find = (ctx: Ctx, query: Query): Promise<Move[]> =>
  records(elevatorReservation).find(ctx, query, { limit: BATCH });

interface Turn {
  action: string;
  set: Partial<Move>;
  /** Guard: values that must be unchanged. */
  still: Query;
  also?: (session: Session) => Promise<void>;
}

/** Updates a move once; safe on several servers. */
async function turn(ctx: Ctx, doc: Move, { action, set, still, also }: Turn) {
  const update = { doc, set, keepVersion: set.status === undefined, while: still };
  const change = { definition: elevatorReservation, action, update, ...(also && { also }) };
  return save(ctx, [change]);
}

/** Flags moves in progress past their planned end. */
async function markLate(ctx: Ctx): Promise<number> {
  const still: Query = { status: 'IN_PROGRESS', late: { $ne: true } };
  return attemptEach(await find(ctx, { ...still, expectedEndAt: { $lte: ctx.now } }), doc =>
    turn(ctx, doc, { action: 'late', set: { late: true }, still }),
  );
}

/** Flags moves whose elevator is still occupied at their start; household and desk are notified once. */
async function markOverrun(ctx: Ctx): Promise<number> {
  const late = await find(ctx, { status: 'IN_PROGRESS', late: true });
  return attemptEach(new Set(late.map(doc => doc.elevatorId)), async elevatorId => {
    const lift = await records(elevator).withRemoved().get(ctx, elevatorId);
    const going = await find(ctx, { status: 'IN_PROGRESS', elevatorId });
    if (!lift || going.length < lift.capacity) return 0;
    const still: Query = { status: { $in: ['WAITING', 'APPROVED'] }, conflict: null };
    const next: Query = { ...still, elevatorId, expectedStartAt: { $lte: ctx.now }, expectedEndAt: { $gt: ctx.now } };
    return attemptEach(await find(ctx, next), doc => {
      const also = async (session: Session) => {
        const subject = subjectOf(elevatorReservation, doc);
        await notify(ctx, toUnit(doc.unitId), 'ELEVATOR_RESERVATION_CONFLICT', subject, session);
        const desk = await loadReaders(ctx.projectId, elevatorReservation.code, 'updateStatus');
        await notify(ctx, toStaff(desk), 'ELEVATOR_RESERVATION_CONFLICT', subject, session);
      };
      return turn(ctx, doc, { action: 'conflict', set: { conflict: 'OVERRUN' }, still, also });
    });
  });
}

/** Cancels moves that never started by their planned end. */
async function markNoShows(ctx: Ctx): Promise<number> {
  const still: Query = { status: { $in: ['WAITING', 'APPROVED'] } };
  return attemptEach(await find(ctx, { ...still, expectedEndAt: { $lte: ctx.now } }), async doc => {
    const end = await endApproval(ctx, elevatorReservation, doc);
    const set: Partial<Move> = { status: 'CANCELLED', reason: 'NO_SHOW', ...end.set };
    const also = async (session: Session) => {
      await end.also?.(session);
      const subject = subjectOf(elevatorReservation, doc);
      await notify(ctx, toUnit(doc.unitId), 'ELEVATOR_RESERVATION_CANCELLED', subject, session);
    };
    return turn(ctx, doc, { action: 'cancel', set, still, also });
  });
}

/** Updates the flag of today's moves. */
async function announceToday(ctx: Ctx): Promise<number> {
  const { timeZone } = ctx.project;
  const today = dayOf(ctx.now, timeZone);
  const [from, to] = [startOfDay(today, timeZone), startOfDay(nextDay(today), timeZone)];
  return attemptEach([true, false], async onToday => {
    const day: Query = onToday
      ? { expectedStartAt: { $gte: from, $lt: to } }
      : { $or: [{ expectedStartAt: { $lt: from } }, { expectedStartAt: { $gte: to } }] };
    const still: Query = { onToday: onToday ? { $ne: true } : true };
    return attemptEach(await find(ctx, { ...still, ...day }), doc =>
      turn(ctx, doc, { action: 'today', set: { onToday }, still }),
    );
  });
}

/** Reminds households in the evening of the next day's move. */
async function remind(ctx: Ctx): Promise<number> {
  const { timeZone } = ctx.project;
  if (clockAt(ctx.now, timeZone).minutes < REMINDER_HOUR * 60) return 0;
  const tomorrow = nextDay(dayOf(ctx.now, timeZone));
  const [from, to] = [startOfDay(tomorrow, timeZone), startOfDay(nextDay(tomorrow), timeZone)];
  const still: Query = { status: 'APPROVED', remindedAt: null };
  return attemptEach(await find(ctx, { ...still, expectedStartAt: { $gte: from, $lt: to } }), doc => {
    const also = (session: Session) =>
      notify(ctx, toUnit(doc.unitId), 'ELEVATOR_RESERVATION_REMINDER', subjectOf(elevatorReservation, doc), session);
    return turn(ctx, doc, { action: 'remind', set: { remindedAt: ctx.now }, still, also });
  });
}

export const movesJob = defineJob({
  name: 'moves',
  every: '* * * * *',
  perProject: ctx => attemptEach([markLate, markOverrun, markNoShows, announceToday, remind], step => step(ctx)),
});
