import { reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { scheduleMails } from './mail.ts';
import { calls } from './routes.ts';
import { scheduleBehaviour } from './rules.ts';
import { sendingCollection } from './runs.ts';
import { turnSchedules } from './turn.ts';

/** Reports that go to people by mail at set times. */
export const reportScheduleModule = defineServerModule({
  name: 'report-schedule',
  routes: calls,
  serves: [serves(reportSchedule, scheduleBehaviour)],
  jobs: [{ name: 'reports that are due', every: '* * * * *', run: turnSchedules }],
  collections: [sendingCollection],
  mails: scheduleMails,
});
