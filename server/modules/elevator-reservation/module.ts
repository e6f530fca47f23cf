import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import type { DoneOf } from '../../kit/records/typed-behaviour.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { notifyOfForm, regulationRoute, subjectOf } from '../resident-form/index.ts';
import { acts } from './acts.ts';
import { calendarRoute } from './calendar.ts';
import { movesJob } from './jobs.ts';
import { openMoves } from './open-reservations.ts';
import { completeReservation, holdPlace } from './rules.ts';

const tell = notifyOfForm(elevatorReservation);

const TOLD = ['elevatorId', 'expectedStartAt', 'expectedEndAt'] as const;

const holdAndTell = async (ctx: Ctx, session: Session, done: DoneOf<typeof elevatorReservation>): Promise<void> => {
  const { kind, doc, before } = done;
  if (doc) await holdPlace(ctx, session, doc, before);
  await tell(ctx, session, done);
  if (kind === 'update' && ctx.kind === 'staff' && TOLD.some(name => String(doc[name]) !== String(before[name])))
    await notify(ctx, toUnit(doc.unitId), 'ELEVATOR_RESERVATION_CHANGED', subjectOf(elevatorReservation, doc), session);
};

export const elevatorReservationModule = defineServerModule({
  name: 'elevator-reservation',
  routes: [calendarRoute, regulationRoute(elevatorReservation, 'movingRules', 'elevator-reservation.regulation')],
  serves: [serves(elevatorReservation, { check: completeReservation, inTransaction: holdAndTell, actions: acts })],
  openOf: openMoves,
  jobs: [movesJob],
});
