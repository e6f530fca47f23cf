import { planDates } from '@lobby/shared/modules/maintenance-plan.contract.ts';
import { PREVIEWED, ruleFits } from '@lobby/shared/modules/maintenance-plan.ts';
import { firstOf } from '@lobby/shared/modules/plan-dates.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { loadCalendar } from '../../work-schedule/index.ts';
import { loadDates } from '../repair/index.ts';

/** `POST /maintenance-plan/preview`: dates of an unsaved rule. */
export const previewRoute: Route = route(planDates, {
  flags: ['read'],
  async run(ctx, { body }) {
    const errors = ruleFits(body);
    if (Object.keys(errors).length > 0) failFields(errors);
    const dates = firstOf(await loadDates(ctx, body), PREVIEWED);
    const { holidays } = await loadCalendar(ctx.project);
    // A day off is a holiday, or a day without work schedules.
    const why = (day: string) =>
      holidays.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn) ? 'HOLIDAY' : 'DAY_OFF';
    return dates.map(date => (date.movedFrom ? { ...date, reason: why(date.movedFrom) } : date));
  },
});
