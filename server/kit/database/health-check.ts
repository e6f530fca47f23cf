import { MongoClient } from 'mongodb';
import { fail, Refusal } from '../base/errors.ts';
import { log } from '../ops/log.ts';

/** A caller is told within five seconds that the database does not answer. */
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
 * Pings the database on a connection of its own until the returned function is called. A frozen database closes no
 * connection, so without this a caller would wait until the socket timeout; a stopped one is noticed by the driver.
 */
export function startHealthCheck(uri: string): () => Promise<void> {
  const connection = new MongoClient(uri, { maxPoolSize: 1, serverSelectionTimeoutMS: 4000, socketTimeoutMS: 8000 });
  let asking = false;
  let waited = 0;
  let last = performance.now();
  const look = () => {
    const passed = performance.now() - last;
    last = performance.now();
    // Caps the elapsed time: an overloaded machine that does not schedule this process says nothing about the database.
    waited += Math.min(passed, 2 * LOOK_MS);
    if (asking) return void (waited > STILL_MS && tell(true));
    asking = true;
    waited = 0;
    void connection
      .db('admin')
      .command({ ping: 1 })
      .then(() => tell(false))
      // The database is stopped or has a new primary. The driver reports that to each caller itself.
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
    await connection.close();
  };
}

/**
 * Runs work that needs the database. While the database is frozen, refuses new and running work at once with
 * `DATABASE_UNAVAILABLE`.
 */
export async function whileItAnswers(work: () => Promise<void>): Promise<void> {
  if (still) fail('DATABASE_UNAVAILABLE');
  let giveUp = () => {};
  const refusal = new Promise<never>((_, reject) => {
    giveUp = () => reject(new Refusal('DATABASE_UNAVAILABLE'));
  });
  waiting.add(giveUp);
  const done = work();
  // The work may still fail long after its caller was answered; nobody handles that error.
  done.catch(() => undefined);
  try {
    await Promise.race([done, refusal]);
  } finally {
    waiting.delete(giveUp);
  }
}
