import { MongoBackend } from '@agendajs/mongo-backend';
import { VIETNAM } from '@lobby/shared/kit/dates.ts';
import { Agenda } from 'agenda';
import { clockNow } from '../database/clock.ts';
import { db } from '../database/database.ts';
import { log } from '../ops/log.ts';
import { jobRuns, jobSeconds } from '../ops/measures.ts';

/** A repeated job. It must be safe to run twice, and on several servers. */
export interface Job {
  name: string;
  /** A cron expression in Vietnamese time. */
  every: string;
  run: (now: Date) => Promise<number>;
}

const PLAN_EVERY_MS = 60_000;
/** Run by a timer instead of the queue, which polls only every twenty seconds. */
const EACH_SECOND = '* * * * * *';

/** Runs a job each second by this server's clock, without overlap. The job itself must cope with other servers doing the same. */
function runEachSecond(job: Job): () => Promise<void> {
  let turn: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    turn ??= measured(job)
      .catch((error: Error) => log.error({ job: job.name, error: error.stack }, 'job failed'))
      .finally(() => {
        turn = null;
      });
  }, 1000);
  return async () => {
    clearInterval(timer);
    await turn;
  };
}

/** Starts the jobs. Each turn runs on one of the servers that share the database, except for jobs of each second, which run on all. */
export async function startJobs(all: readonly Job[]): Promise<{ stop: () => Promise<void> }> {
  const jobs = all.filter(({ every }) => every !== EACH_SECOND);
  const agenda = new Agenda({
    backend: new MongoBackend({ mongo: db(), collection: 'jobs' }),
    processEvery: 20_000,
    defaultLockLifetime: 120_000,
  });
  for (const job of jobs) {
    agenda.define(job.name, async () => {
      const changed = await measured(job);
      if (changed > 0) log.info({ job: job.name, changed }, 'job done');
    });
  }
  agenda.on('fail', (error: Error, job: { attrs: { name: string } }) =>
    log.error({ job: job.attrs.name, error: error.stack }, 'job failed'),
  );
  await agenda.start();
  const plan = async (job: Job) =>
    void (await agenda.every(job.every, job.name, {}, { timezone: VIETNAM, skipImmediate: true }));
  await Promise.all(jobs.map(plan));
  const seconds = all.filter(({ every }) => every === EACH_SECOND).map(runEachSecond);
  // A server whose clock is ahead postpones the next turn by the difference; the other servers plan it anew.
  const again = setInterval(async () => {
    try {
      for (const job of jobs)
        if (await db().collection('jobs').findOne({ name: job.name, lockedAt: null })) await plan(job);
    } catch (error) {
      log.warn({ error: String(error) }, 'jobs could not be planned again');
    }
  }, PLAN_EVERY_MS);
  return {
    async stop() {
      clearInterval(again);
      await Promise.all(seconds.map(stop => stop()));
      await agenda.stop();
    },
  };
}

async function measured({ name, run }: Job): Promise<number> {
  const begun = performance.now();
  let result = 'failed';
  try {
    const changed = await run(clockNow());
    result = 'done';
    return changed;
  } finally {
    jobRuns.add({ job: name, result });
    jobSeconds.observe({ job: name }, (performance.now() - begun) / 1000);
  }
}
