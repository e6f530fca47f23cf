import { syncSecretCollection } from './access.ts';
import { runSyncJob, scheduleRuns } from './run/run.ts';
import { sentCollection } from './run/settle.ts';
import { verifyAll } from './run/verify.ts';
import { waitsJob } from './run/watch.ts';

export const syncCollections = [syncSecretCollection, sentCollection];

export const SYNC_JOBS = [
  { name: 'documents for the accounting software', every: '* * * * *', run: runSyncJob },
  {
    name: 'hourly runs to the accounting software',
    every: '10 7-22 * * *',
    run: (now: Date) => scheduleRuns(now, 'HOURLY'),
  },
  {
    name: 'nightly runs to the accounting software',
    every: '30 1 * * *',
    run: (now: Date) => scheduleRuns(now, 'NIGHTLY'),
  },
  { name: 'what stands in the accounting software', every: '30 3 * * *', run: verifyAll },
  waitsJob,
];
