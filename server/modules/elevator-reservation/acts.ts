import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { opensAt } from '@lobby/shared/kit/definition.ts';
import { elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/acts/act.ts';
import { addFiles } from '../../kit/records/acts/add-files.ts';
import type { ActionInput } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { formActs } from '../resident-form/index.ts';
import { judgeAgain, spanOf } from './rules.ts';

type Acts = (typeof elevatorReservation)['actions'];

/** Time of an act: now, or within the last day and not before `from`. */
function doneAt(ctx: Ctx, time: string | null | undefined, from: Date | null = null): Date {
  if (!time) return ctx.now;
  const at = new Date(time);
  const refuse = (code: string) => failFields({ at: { code } }, code);
  if (at > ctx.now) failFields({ at: { code: 'DATE_IN_FUTURE' } });
  if (at.getTime() < ctx.now.getTime() - DAY_MS) refuse('ELEVATOR_IN_PAST');
  if (from && at < from) refuse('ELEVATOR_TIMES_REVERSED');
  return at;
}

/** Starts a move; refused while the elevator is closed or occupied. */
const begin = async (
  ctx: Ctx,
  doc: Doc<typeof elevatorReservation>,
  { at: time, licensePlate }: ActionInput<Acts['in-progress']>,
): Promise<Effect> => {
  const at = doneAt(ctx, time);
  const { from } = spanOf(doc);
  const closed = await records(elevatorClosure).exists(ctx, {
    elevatorId: doc.elevatorId,
    startAt: { $lte: at },
    endAt: { $gt: at },
  });
  if (closed) fail('ELEVATOR_CLOSED');
  const opens = opensAt(elevatorReservation.actions['in-progress'], doc, ctx.project.timeZone);
  if (opens && at < opens) fail('ELEVATOR_TOO_EARLY');
  const early = at.getTime() < from;
  return {
    set: { actualStartAt: at, ...(licensePlate ? { licensePlate } : {}) },
    ...(early && { also: session => judgeAgain(ctx, session, doc, { from: at.getTime(), to: from }) }),
  };
};

/** Clears the conflicts of moves that waited for a late one. */
async function freedBy(ctx: Ctx, doc: Doc<typeof elevatorReservation>): Promise<Change[]> {
  if (!doc.late) return [];
  const docs = await records(elevatorReservation).find(
    ctx,
    { elevatorId: doc.elevatorId, conflict: 'OVERRUN', _id: { $ne: doc._id } },
    { limit: 100 },
  );
  return docs.map(reservation => ({
    definition: elevatorReservation,
    action: 'conflict',
    update: { doc: reservation, set: { conflict: null }, keepVersion: true },
  }));
}

const end = async (
  ctx: Ctx,
  doc: Doc<typeof elevatorReservation>,
  { at: time, note, doneImages }: ActionInput<Acts['complete']>,
): Promise<Effect> => {
  const pictures = await addFiles(ctx, elevatorReservation, doc, 'doneImages', doneImages);
  const actualEndAt = doneAt(ctx, time, doc.actualStartAt);
  return {
    ...pictures,
    set: { ...pictures.set, actualEndAt, late: false, conflict: null, ...(note ? { note } : {}) },
    with: await freedBy(ctx, doc),
  };
};

/** Effects of each act on a move beside the status change (domain.md, Elevator reservation). */
export const acts = formActs(elevatorReservation, {
  approve: (ctx, doc) => ({ also: session => judgeAgain(ctx, session, doc) }),
  begin,
  complete: end,
});
