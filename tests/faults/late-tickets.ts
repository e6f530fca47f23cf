import { ticket } from '@lobby/shared/modules/ticket.ts';
import { MongoClient } from 'mongodb';
import { now, sleep } from '../load/machine.ts';
import { call, type Product } from '../load/product.ts';
import { make } from './at-once.ts';
import { targetOf } from './writers.ts';

const JOB = 'tickets overdue';
const LONG_AGO = 600_000;
/** A server that stands still in a transaction keeps others from its document until mongod ends that, after 60 s. */
const PATIENCE_MS = 180_000;

/** Tickets that fall due, and the job that marks them, looked at and hurried past the product. */
export interface LateTickets {
  count: number;
  /** Makes all of them due at a moment and has the job run now; answers once some are marked. */
  begin: (due: Date, url: string) => Promise<void>;
  /** The process that is at work on them. */
  whoWorks: (pids: readonly number[]) => Promise<number>;
  /** As if the lock had been taken long ago. */
  lapse: () => Promise<void>;
  /** Waits until all are marked. */
  finish: () => Promise<void>;
  outcome: () => Promise<{ marked: number; twice: number }>;
  /** Seconds until the job runs by itself. */
  untilNextRun: (limitS: number) => Promise<number>;
  close: () => Promise<void>;
}

export async function openLateTickets(uri: string, product: Product, count: number): Promise<LateTickets> {
  const client = await MongoClient.connect(uri);
  const [tickets, events, jobs] = ['tickets', 'events', 'jobs'].map(name =>
    client.db().collection<Record<string, unknown> & { _id: string }>(name),
  );
  if (!tickets || !events || !jobs) throw new Error('no collections');
  let ids: string[] = [];
  const { unitId } = await targetOf(product);
  const marked = () => tickets.countDocuments({ _id: { $in: ids }, overdue: true });
  const hurry = () => jobs.updateOne({ name: JOB, lockedAt: null }, { $set: { nextRunAt: new Date() } });
  const until = async (test: () => Promise<boolean>, again: () => Promise<unknown> = async () => {}) => {
    for (const end = now() + PATIENCE_MS; !(await test()); await sleep(20)) {
      if (now() > end)
        throw new Error(`the job does not get there: ${JSON.stringify(await jobs.findOne({ name: JOB }))}`);
      await again();
    }
  };
  return {
    count,
    async begin(due, url) {
      const who = { ...product, url };
      const body = { title: 'Falls due', content: 'Nước chảy', unitId };
      ids = await make(count, 16, async () => (await call<{ id: string }>(who, 'POST', ticket.path, body)).data.id);
      await tickets.updateMany({ _id: { $in: ids } }, { $set: { dueAt: due, overdue: false } });
      await until(async () => (await marked()) > 5, hurry);
    },
    async whoWorks(pids) {
      for (const pid of pids) {
        process.kill(pid, 'SIGSTOP');
        await sleep(100);
        const before = await marked();
        await sleep(150);
        const stands = (await marked()) === before;
        process.kill(pid, 'SIGCONT');
        if (stands && before < count) return pid;
      }
      throw new Error('nobody was caught at work');
    },
    lapse: async () =>
      void (await jobs.updateOne(
        { name: JOB },
        { $set: { lockedAt: new Date(Date.now() - LONG_AGO), nextRunAt: new Date() } },
      )),
    finish: () => until(async () => (await marked()) === count, hurry),
    async outcome() {
      const rows = await events
        .aggregate([
          { $match: { entityId: { $in: ids }, action: 'overdue' } },
          { $group: { _id: '$entityId', times: { $sum: 1 } } },
        ])
        .toArray();
      return { marked: await marked(), twice: rows.filter(row => row.times > 1).length };
    },
    async untilNextRun(limitS) {
      const begun = now();
      const before = (await jobs.findOne({ name: JOB }))?.lastFinishedAt;
      for (; now() - begun < limitS * 1000; await sleep(500)) {
        const job = await jobs.findOne({ name: JOB });
        if (String(job?.lastFinishedAt) !== String(before)) break;
      }
      return (now() - begun) / 1000;
    },
    close: () => client.close(),
  };
}
