import type { Definition } from '@lobby/shared/kit/definition.ts';
import { holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { addHolidays } from './add-holidays.ts';
import { workingTime } from './calendar.ts';

export { calendarOf, workingDays } from './calendar.ts';

/** When a project works: weekly schedules, and the days off. */
export function workScheduleRoutes(all: readonly Definition[]): Route[] {
  return [workingTime, ...serve(workSchedule, {}, all), addHolidays, ...serve(holiday, {}, all)];
}
