import { MongoClient } from 'mongodb';
import { fail, Refusal } from '../base/errors.ts';
import { log } from '../ops/log.ts';

/** Somebody who waits for an answer is told within five seconds that there will be none for now. */
const STILL_MS = 3200;
const LOOK_MS = 400;

let still = false;
const waiting = new Set<() => void>();

function tell(next: boolean): void {
  if (next === still) return;
  still = next;
  log.warn(next ? 'the database does not answer' : 'the database answers again');
  if (next) for (const giveUp of [...waiting]) giveUp();
}

/**
 * Asks the database for a sign of life, on a connection that nothing else uses, until it is ended. One that stands still closes no connection:
 * whoever asked it would wait as long as a slow answer may take. One that is gone says so by itself.
 */
export function startHealthCheck(uri: string): () => Promise<void> {
  const own = new MongoClient(uri, { maxPoolSize: 1, serverSelectionTimeoutMS: 4000, socketTimeoutMS: 8000 });
  let asking = false;
  let waited = 0;
  let last = performance.now();
  const look = () => {
    const passed = performance.now() - last;
    last = performance.now();
    // A machine that has no time for this process says nothing of the database.
    waited += Math.min(passed, 2 * LOOK_MS);
    if (asking) return void (waited > STILL_MS && tell(true));
    asking = true;
    waited = 0;
    void own
      .db('admin')
      .command({ ping: 1 })
      .then(() => tell(false))
      // Gone, or led by another now: its driver says so to each that asks.
      .catch(() => tell(false))
      .finally(() => {
        asking = false;
      });
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    tell(false);
    await own.close();
  };
}

/** Does what needs the database; while it stands still, refuses at once what comes and what is under way: `DATABASE_UNAVAILABLE`. */
export async function whileItAnswers(work: () => Promise<void>): Promise<void> {
  if (still) fail('DATABASE_UNAVAILABLE');
  let giveUp = () => {};
  const given = new Promise<never>((_, reject) => {
    giveUp = () => reject(new Refusal('DATABASE_UNAVAILABLE'));
  });
  waiting.add(giveUp);
  const done = work();
  // It may end long after its answer, and then nobody hears of it.
  done.catch(() => undefined);
  try {
    await Promise.race([done, given]);
  } finally {
    waiting.delete(giveUp);
  }
}
