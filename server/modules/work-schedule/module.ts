import { holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { addHolidays } from './add-holidays.ts';
import { workingTime } from './calendar.ts';

export const workScheduleModule = defineServerModule({
  name: 'work-schedule',
  routes: [workingTime, addHolidays],
  serves: [serves(workSchedule), serves(holiday)],
});
