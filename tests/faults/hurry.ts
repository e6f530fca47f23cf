import { until } from '../setup/client/socket-client.ts';
import { rowsIn } from '../setup/records.ts';

const LONG_AGO_MS = 600_000;

/** Expires the locks of jobs and mails and makes them due, so that a program need not wait minutes for that. */
export async function lapseJobs(names: readonly string[]): Promise<void> {
  const now = new Date();
  const lockedAt = new Date(now.getTime() - LONG_AGO_MS);
  await rowsIn('jobs').updateMany({ name: { $in: [...names] } }, { $set: { lockedAt, nextRunAt: now } });
  await rowsIn('mails').updateMany({ state: 'waiting' }, { $set: { dueAt: now } });
}

/** Waits until something is so, and has jobs run meanwhile that nobody holds. */
export async function whileJobsRun(names: readonly string[], look: () => Promise<boolean>, ms: number): Promise<void> {
  await until(
    async () => {
      if (await look()) return true;
      await rowsIn('jobs').updateMany(
        { name: { $in: [...names] }, lockedAt: null },
        { $set: { nextRunAt: new Date() } },
      );
      return false;
    },
    { ms, every: 100 },
  );
}
