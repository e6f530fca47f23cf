import type { Request } from 'express';
import type { MongoClient } from 'mongodb';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { fail } from '../../kit/base/errors.ts';
import { client, db } from '../../kit/database/database.ts';
import { loginDigest } from '../auth/sessions.ts';

const MINUTE = 60;

/** Rate limits, counted in the database across all servers. */
const LIMITS = {
  /** Failed sign-ins per account and address (api.md, Sign-in). */
  signin: { points: 10, duration: MINUTE },
  /** Requests for accounts and password resets per address; an office may share one. */
  ask: { points: 60, duration: 10 * MINUTE },
  /** The same per account and address. */
  askFor: { points: 5, duration: 10 * MINUTE },
  /** Mails per mailbox, whoever requests them. */
  mailbox: { points: 10, duration: 60 * MINUTE },
  /** Link attempts per address. */
  link: { points: 60, duration: 10 * MINUTE },
  /** Push registrations per person. */
  installation: { points: 30, duration: 60 * MINUTE },
  /** Test pushes per person. */
  testPush: { points: 5, duration: 60 * MINUTE },
  /** Messages in rooms per resident, and per employee. */
  said: { points: 30, duration: MINUTE },
  answered: { points: 120, duration: MINUTE },
} as const;
type Limit = keyof typeof LIMITS;

/** By connection, because each start of the product in a process has its own. */
const limiters = new WeakMap<MongoClient, Map<Limit, RateLimiterMongo>>();
function limiter(name: Limit): RateLimiterMongo {
  const storeClient = client();
  const ofClient = limiters.get(storeClient) ?? new Map<Limit, RateLimiterMongo>();
  limiters.set(storeClient, ofClient);
  const settings = { storeClient, dbName: db().databaseName, tableName: 'rate_limits', keyPrefix: name };
  const counter = ofClient.get(name) ?? new RateLimiterMongo({ ...settings, ...LIMITS[name] });
  ofClient.set(name, counter);
  return counter;
}

/** Counts an attempt. Returns the seconds to wait if there were too many, otherwise null. */
async function count(name: Limit, key: string): Promise<number | null> {
  try {
    await limiter(name).consume(key);
    return null;
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    return Math.ceil(spent.msBeforeNext / 1000);
  }
}

/** Counts an attempt, and refuses with 429 if there were too many. */
export async function limit(name: Limit, key: string): Promise<void> {
  const seconds = await count(name, key);
  if (seconds !== null) fail('TOO_MANY_REQUESTS', { seconds });
}

/** Counts a password attempt before it is verified, so that concurrent ones count too; `right` undoes it. */
export async function guess(account: string, req: Request): Promise<{ right: () => Promise<unknown> }> {
  const key = `${account}:${req.ip}`;
  await limit('signin', key);
  return { right: () => limiter('signin').reward(key) };
}

/** Counts a request for a mail; false if the mailbox has reached its limit, which the caller is not told. */
export async function askForMail(email: string, req: Request): Promise<boolean> {
  const account = loginDigest(email);
  await limit('ask', String(req.ip));
  await limit('askFor', `${account}:${req.ip}`);
  return (await count('mailbox', account)) === null;
}
