import { DAY_MS, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { worksCalendar } from '@lobby/shared/modules/construction-registration.contract.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { failFields } from '../../kit/base/errors.ts';
import { route } from '../../kit/http/route.ts';
import { present } from '../../kit/records/present.ts';
import { records } from '../../kit/store/records.ts';

const MOST_DAYS = 92;
const MOST = 5000;

/** `GET /construction-registration/calendar`: works within a range of days, without rejected or cancelled ones. */
export const calendarRoute = route(worksCalendar, {
  flags: ['read'],
  async run(ctx, { query: { from, to } }) {
    if (to < from) failFields({ to: { code: 'DATE_INVALID' } });
    if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MOST_DAYS)
      failFields({ to: { code: 'CALENDAR_TOO_LONG', params: { max: MOST_DAYS } } });
    const { timeZone } = ctx.project;
    const rows = await records(constructionRegistration).find(
      ctx,
      {
        status: { $nin: ['REJECTED', 'CANCELLED'] },
        expectedStartAt: { $lt: startOfDay(nextDay(to), timeZone) },
        expectedEndAt: { $gt: startOfDay(from, timeZone) },
      },
      { sort: { blockId: 1, floorId: 1, expectedStartAt: 1 }, limit: MOST, patience: 2000 },
    );
    return { rows: rows.map(row => present(constructionRegistration, ctx.projectId, row, 'staff')) };
  },
});
