import type { Job } from '../../kit/jobs/jobs.ts';
import { runSyncJob, scheduleRuns } from './run/run.ts';
import { verifyAll } from './run/verify.ts';

export const syncJob: Job = { name: 'documents for the accounting software', every: '* * * * *', run: runSyncJob };

export const hourlyRunsJob: Job = {
  name: 'hourly runs to the accounting software',
  every: '10 7-22 * * *',
  run: now => scheduleRuns(now, 'HOURLY'),
};

export const nightlyRunsJob: Job = {
  name: 'nightly runs to the accounting software',
  every: '30 1 * * *',
  run: now => scheduleRuns(now, 'NIGHTLY'),
};

export const verifyJob: Job = { name: 'what stands in the accounting software', every: '30 3 * * *', run: verifyAll };
