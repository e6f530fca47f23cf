import { setTimeout as wait } from 'node:timers/promises';
import { MongoServerError } from 'mongodb';
import { log } from '../ops/log.ts';
import { db, newId } from './database.ts';

interface Lock {
  _id: string;
  holder: string;
  until: Date;
}

const locks = () => db().collection<Lock>('locks');
/** Lease time: the lock of a killed server ends after this. */
const HELD_MS = 15_000;
const DUPLICATE = 11000;

/** Runs something while holding a lock that is unique among all servers of the database; waits until it is free. */
export async function withLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  const holder = newId();
  for (let isLogged = false; !(await take(name, holder)); isLogged = true) {
    if (!isLogged) log.info({ lock: name }, 'waiting for another server');
    await wait(100);
  }
  const keep = setInterval(() => {
    // Renewed several times per lease, so that one failed renewal does not lose the lock.
    void locks()
      .updateOne({ _id: name, holder }, [{ $set: { until: ends } }])
      .catch(error => log.warn({ error: String(error) }, 'a lock could not be kept'));
  }, HELD_MS / 5);
  try {
    return await run();
  } finally {
    clearInterval(keep);
    await locks().deleteOne({ _id: name, holder });
  }
}

/** By the database's clock, since the servers' clocks differ. */
const ends = { $add: ['$$NOW', HELD_MS] };

/** Takes a lock that is free or has expired. If two servers find it missing, both insert and one gets a duplicate key error. */
async function take(name: string, holder: string): Promise<boolean> {
  const free = { $lt: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] };
  try {
    const lock = await locks().findOneAndUpdate(
      { _id: name },
      [{ $replaceWith: { $cond: [free, { _id: name, holder, until: ends }, '$$ROOT'] } }],
      { upsert: true, returnDocument: 'after' },
    );
    return lock?.holder === holder;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE) return false;
    throw error;
  }
}
