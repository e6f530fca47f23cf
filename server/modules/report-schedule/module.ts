import { reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { schedulesJob } from './job.ts';
import { scheduleMails } from './mail.ts';
import { scheduleRoutes } from './routes.ts';
import { scheduleBehaviour } from './rules.ts';
import { sendingCollection } from './runs.ts';

export const reportScheduleModule = defineServerModule({
  name: 'report-schedule',
  routes: scheduleRoutes,
  serves: [serves(reportSchedule, scheduleBehaviour)],
  jobs: [schedulesJob],
  collections: [sendingCollection],
  mails: scheduleMails,
});
