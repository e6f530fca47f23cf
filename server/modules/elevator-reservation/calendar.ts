import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { DAY_MS, isDay, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import { route } from '../../kit/http/route.ts';
import { present } from '../../kit/records/present.ts';
import { records } from '../../kit/store/records.ts';

const MOST_DAYS = 62;
const MOST = 5000;
const day = z.string().refine(isDay);

/** `GET /elevator-reservation/calendar`: moves and closures within a range of days, without rejected or cancelled moves. */
export const calendarRoute = route({
  method: 'get',
  path: `${elevatorReservation.path}/calendar`,
  summary: 'Moves and closures of elevators, by day',
  module: elevatorReservation.code,
  flags: ['read'],
  query: z.strictObject({ from: day, to: day, elevatorId: idSchema.optional() }),
  answer: z.object({
    rows: z.array(responseSchema(elevatorReservation, 'row')),
    closures: z.array(responseSchema(elevatorClosure, 'row')),
  }),
  async run(ctx, { query: { from, to, elevatorId } }) {
    if (to < from) failFields({ to: { code: 'DATE_INVALID' } });
    if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MOST_DAYS)
      failFields({ to: { code: 'CALENDAR_TOO_LONG', params: { max: MOST_DAYS } } });
    const { timeZone } = ctx.project;
    const [begin, end] = [startOfDay(from, timeZone), startOfDay(nextDay(to), timeZone)];
    const own = { projectId: ctx.projectId, deletedAt: null, ...(elevatorId && { elevatorId }) };
    const read = (definition: typeof elevatorReservation | typeof elevatorClosure, query: object) =>
      records(definition).find(ctx, { ...own, ...query }, { limit: MOST, patience: 2000 });
    const rows = await read(elevatorReservation, {
      status: { $nin: ['REJECTED', 'CANCELLED'] },
      expectedStartAt: { $lt: end },
      expectedEndAt: { $gt: begin },
    });
    const closures = await read(elevatorClosure, { startAt: { $lt: end }, endAt: { $gt: begin } });
    return {
      rows: rows.map(row => present(elevatorReservation, ctx.projectId, row, 'staff')),
      closures: closures.map(row => present(elevatorClosure, ctx.projectId, row, 'staff')),
    };
  },
});
