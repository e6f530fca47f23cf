import { DAY_MS, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { elevatorCalendar } from '@lobby/shared/modules/elevator-reservation.contract.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { failFields } from '../../kit/base/errors.ts';
import { route } from '../../kit/http/route.ts';
import { present } from '../../kit/records/present.ts';
import { records } from '../../kit/store/records.ts';

const MOST_DAYS = 62;
const MOST = 5000;

/** `GET /elevator-reservation/calendar`: moves and closures within a range of days, without rejected or cancelled moves. */
export const calendarRoute = route(elevatorCalendar, {
  flags: ['read'],
  async run(ctx, { query: { from, to, elevatorId } }) {
    if (to < from) failFields({ to: { code: 'DATE_INVALID' } });
    if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MOST_DAYS)
      failFields({ to: { code: 'CALENDAR_TOO_LONG', params: { max: MOST_DAYS } } });
    const { timeZone } = ctx.project;
    const [begin, end] = [startOfDay(from, timeZone), startOfDay(nextDay(to), timeZone)];
    const ofElevator = { projectId: ctx.projectId, deletedAt: null, ...(elevatorId && { elevatorId }) };
    const read = (definition: typeof elevatorReservation | typeof elevatorClosure, query: object) =>
      records(definition).find(ctx, { ...ofElevator, ...query }, { limit: MOST, patience: 2000 });
    const rows = await read(elevatorReservation, {
      status: { $nin: ['REJECTED', 'CANCELLED'] },
      expectedStartAt: { $lt: end },
      expectedEndAt: { $gt: begin },
    });
    const closures = await read(elevatorClosure, { startAt: { $lt: end }, endAt: { $gt: begin } });
    return {
      rows: rows.map(row => present(elevatorReservation, ctx.projectId, row, 'staff')),
      closures: closures.map(closure => present(elevatorClosure, ctx.projectId, closure, 'staff')),
    };
  },
});
