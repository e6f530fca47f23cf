import { type Db, MongoClient } from 'mongodb';
import { now, sleep } from '../load/machine.ts';

const LONG_AGO = 600_000;
/** How long the job runs over what is not due yet. */
const LOOKED_MS = 5000;
/** A server that stands still in a transaction keeps others from its document until mongod ends that, after 60 s. */
const PATIENCE_MS = 180_000;

/** Work of a job: how it is made, counted while it is done, and checked for doubles. */
export interface Work {
  job: string;
  count: number;
  /** Makes it, due at a moment, through a server. */
  make: (due: Date, url: string) => Promise<void>;
  done: () => Promise<number>;
  twice: () => Promise<number>;
}

/** Work that falls due, and the job that does it, looked at and hurried past the product. */
export interface DueWork {
  count: number;
  /** Makes all of it due at a moment and has the job run now; answers once some is done. */
  begin: (due: Date, url: string) => Promise<void>;
  /** The process that is at work on it. */
  whoWorks: (pids: readonly number[]) => Promise<number>;
  /** As if the lock had been taken long ago. */
  lapse: () => Promise<void>;
  /** Waits until all is done. */
  finish: () => Promise<void>;
  outcome: () => Promise<{ done: number; twice: number }>;
  /** Makes all of it due at a moment to come, has the job run for a while, and answers how much was done. */
  early: (due: Date, url: string) => Promise<number>;
  /** Seconds until the job runs by itself. */
  untilNextRun: (limitS: number) => Promise<number>;
  close: () => Promise<void>;
}

export async function openDueWork(uri: string, workIn: (db: Db) => Promise<Work>): Promise<DueWork> {
  const client = await MongoClient.connect(uri);
  const jobs = client
    .db()
    .collection<{ name: string; lockedAt: Date | null; nextRunAt: Date; lastFinishedAt?: Date }>('jobs');
  const { job: name, count, make, done, twice } = await workIn(client.db());
  const hurry = () => jobs.updateOne({ name, lockedAt: null }, { $set: { nextRunAt: new Date() } });
  const until = async (test: () => Promise<boolean>, again: () => Promise<unknown> = async () => {}) => {
    for (const end = now() + PATIENCE_MS; !(await test()); await sleep(20)) {
      if (now() > end) throw new Error(`the job does not get there: ${JSON.stringify(await jobs.findOne({ name }))}`);
      await again();
    }
  };
  return {
    count,
    async begin(due, url) {
      await make(due, url);
      await until(async () => (await done()) > 5, hurry);
    },
    async whoWorks(pids) {
      for (const pid of pids) {
        process.kill(pid, 'SIGSTOP');
        await sleep(100);
        const before = await done();
        await sleep(150);
        const stands = (await done()) === before;
        process.kill(pid, 'SIGCONT');
        if (stands && before < count) return pid;
      }
      throw new Error('nobody was caught at work');
    },
    lapse: async () =>
      void (await jobs.updateOne(
        { name },
        { $set: { lockedAt: new Date(Date.now() - LONG_AGO), nextRunAt: new Date() } },
      )),
    finish: () => until(async () => (await done()) === count, hurry),
    outcome: async () => ({ done: await done(), twice: await twice() }),
    async early(due, url) {
      await make(due, url);
      for (const end = now() + LOOKED_MS; now() < end; await sleep(50)) await hurry();
      return done();
    },
    async untilNextRun(limitS) {
      const begun = now();
      const before = (await jobs.findOne({ name }))?.lastFinishedAt;
      for (; now() - begun < limitS * 1000; await sleep(500)) {
        const job = await jobs.findOne({ name });
        if (String(job?.lastFinishedAt) !== String(before)) break;
      }
      return (now() - begun) / 1000;
    },
    close: () => client.close(),
  };
}

/** Records, by id, of which something is told more than once. */
export async function toldTwice(db: Db, collection: string, by: string, query: object): Promise<number> {
  const rows = await db
    .collection(collection)
    .aggregate([
      { $match: query },
      { $group: { _id: `$${by}`, times: { $sum: 1 } } },
      { $match: { times: { $gt: 1 } } },
    ])
    .toArray();
  return rows.length;
}
