import { dayOf, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { elevator } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Doc } from '../../kit/store/records.ts';
import { records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { endApproval, subjectOf } from '../resident-form/index.ts';

const BATCH = 500;
/** Hour of day at which households are reminded of the next day's move. */
const REMINDER_HOUR = 18;

const find = (ctx: Ctx, query: Record<string, unknown>): Promise<Doc<typeof elevatorReservation>[]> =>
  records(elevatorReservation).find(ctx, { ...query }, { limit: BATCH });

interface Turn {
  action: string;
  set: Record<string, unknown>;
  /** Guard: values that must be unchanged. */
  still: Record<string, unknown>;
  also?: (session: Session) => Promise<void>;
}

/** Updates a move once; safe on several servers. */
async function turn(
  ctx: Ctx,
  doc: Doc<typeof elevatorReservation>,
  { action, set, still, also }: Turn,
): Promise<boolean> {
  const update = { doc, set, keepVersion: set.status === undefined, while: still };
  const change = { definition: elevatorReservation, action, update, ...(also && { also }) };
  const done = await save(ctx, [change]).catch(error => {
    if (error instanceof VersionConflict) return null;
    throw error;
  });
  return done !== null;
}

/** Flags moves in progress past their planned end. */
async function markLate(ctx: Ctx): Promise<number> {
  const still = { status: 'IN_PROGRESS', late: { $ne: true } };
  let turned = 0;
  for (const doc of await find(ctx, { ...still, expectedEndAt: { $lte: ctx.now } }))
    if (await turn(ctx, doc, { action: 'late', set: { late: true }, still })) turned++;
  return turned;
}

/** Flags moves whose elevator is still occupied at their start; household and desk are notified once. */
async function markOverrun(ctx: Ctx): Promise<number> {
  const late = await find(ctx, { status: 'IN_PROGRESS', late: true });
  let turned = 0;
  for (const elevatorId of new Set(late.map(doc => String(doc.elevatorId)))) {
    const own = await records(elevator).withRemoved().get(ctx, elevatorId);
    const going = await find(ctx, { status: 'IN_PROGRESS', elevatorId });
    if (!own || going.length < own.capacity) continue;
    const still = { status: { $in: ['WAITING', 'APPROVED'] }, conflict: null };
    const next = { ...still, elevatorId, expectedStartAt: { $lte: ctx.now }, expectedEndAt: { $gt: ctx.now } };
    for (const doc of await find(ctx, next)) {
      const also = async (session: Session) => {
        const subject = subjectOf(elevatorReservation, doc);
        await notify(ctx, toUnit(doc.unitId), 'ELEVATOR_RESERVATION_CONFLICT', subject, session);
        const desk = await loadReaders(ctx.projectId, elevatorReservation.code, 'updateStatus');
        await notify(ctx, toStaff(desk), 'ELEVATOR_RESERVATION_CONFLICT', subject, session);
      };
      if (await turn(ctx, doc, { action: 'conflict', set: { conflict: 'OVERRUN' }, still, also })) turned++;
    }
  }
  return turned;
}

/** Cancels moves that never started by their planned end. */
async function markNoShows(ctx: Ctx): Promise<number> {
  let turned = 0;
  const still = { status: { $in: ['WAITING', 'APPROVED'] } };
  for (const doc of await find(ctx, { ...still, expectedEndAt: { $lte: ctx.now } })) {
    const end = await endApproval(ctx, elevatorReservation, doc);
    const set = { status: 'CANCELLED', reason: 'NO_SHOW', ...end.set };
    const also = async (session: Session) => {
      await end.also?.(session);
      const subject = subjectOf(elevatorReservation, doc);
      await notify(ctx, toUnit(doc.unitId), 'ELEVATOR_RESERVATION_CANCELLED', subject, session);
    };
    if (await turn(ctx, doc, { action: 'cancel', set, still, also })) turned++;
  }
  return turned;
}

/** Updates the flag of today's moves. */
async function announceToday(ctx: Ctx): Promise<number> {
  const { timeZone } = ctx.project;
  const today = dayOf(ctx.now, timeZone);
  const [from, to] = [startOfDay(today, timeZone), startOfDay(nextDay(today), timeZone)];
  let turned = 0;
  for (const onToday of [true, false]) {
    const day = onToday
      ? { expectedStartAt: { $gte: from, $lt: to } }
      : { $or: [{ expectedStartAt: { $lt: from } }, { expectedStartAt: { $gte: to } }] };
    const still = { onToday: onToday ? { $ne: true } : true };
    for (const doc of await find(ctx, { ...still, ...day }))
      if (await turn(ctx, doc, { action: 'today', set: { onToday }, still })) turned++;
  }
  return turned;
}

/** Reminds households in the evening of the next day's move. */
async function remind(ctx: Ctx): Promise<number> {
  const { timeZone } = ctx.project;
  if (clockAt(ctx.now, timeZone).minutes < REMINDER_HOUR * 60) return 0;
  const tomorrow = nextDay(dayOf(ctx.now, timeZone));
  const [from, to] = [startOfDay(tomorrow, timeZone), startOfDay(nextDay(tomorrow), timeZone)];
  const still = { status: 'APPROVED', remindedAt: null };
  let turned = 0;
  for (const doc of await find(ctx, { ...still, expectedStartAt: { $gte: from, $lt: to } })) {
    const also = (session: Session) =>
      notify(ctx, toUnit(doc.unitId), 'ELEVATOR_RESERVATION_REMINDER', subjectOf(elevatorReservation, doc), session);
    if (await turn(ctx, doc, { action: 'remind', set: { remindedAt: ctx.now }, still, also })) turned++;
  }
  return turned;
}

export async function runMovesJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    for (const step of [markLate, markOverrun, markNoShows, announceToday, remind]) turned += await step(ctx);
  }
  return turned;
}
