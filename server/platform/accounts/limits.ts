import type { Request } from 'express';
import type { MongoClient } from 'mongodb';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { fail } from '../../kit/base/errors.ts';
import { client, db } from '../../kit/database/database.ts';
import { loginDigest } from '../auth/sessions.ts';

const MINUTE = 60;

/** What may be tried how often; counted in the database, so that all servers count as one. */
const LIMITS = {
  /** Failed sign-ins by account and address (api.md, Sign-in). */
  signin: { points: 10, duration: MINUTE },
  /** Accounts asked for, and passwords forgotten, from one address: an office may share one. */
  ask: { points: 60, duration: 10 * MINUTE },
  /** The same for one account from one address. */
  askFor: { points: 5, duration: 10 * MINUTE },
  /** Mails to one mailbox, whoever asks. */
  mailbox: { points: 10, duration: 60 * MINUTE },
  /** Links tried from one address. */
  link: { points: 60, duration: 10 * MINUTE },
  /** Browsers that one person registers for pushes. */
  installation: { points: 30, duration: 60 * MINUTE },
  /** Test pushes that one person asks for. */
  testPush: { points: 5, duration: 60 * MINUTE },
  /** Messages that one resident, or one of the staff, says in rooms. */
  said: { points: 30, duration: MINUTE },
  answered: { points: 120, duration: MINUTE },
} as const;
type Limit = keyof typeof LIMITS;

/** Of the connection: each start of the product has one of its own. */
const limiters = new WeakMap<MongoClient, Map<Limit, RateLimiterMongo>>();
function limiter(name: Limit): RateLimiterMongo {
  const storeClient = client();
  const own = limiters.get(storeClient) ?? new Map<Limit, RateLimiterMongo>();
  limiters.set(storeClient, own);
  const settings = { storeClient, dbName: db().databaseName, tableName: 'rate_limits', keyPrefix: name };
  const found = own.get(name) ?? new RateLimiterMongo({ ...settings, ...LIMITS[name] });
  own.set(name, found);
  return found;
}

/** Counts one try; answers the seconds to wait where there were too many, else null. */
async function count(name: Limit, key: string): Promise<number | null> {
  try {
    await limiter(name).consume(key);
    return null;
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    return Math.ceil(spent.msBeforeNext / 1000);
  }
}

/** Counts one try, and refuses with 429 where there were too many. */
export async function limit(name: Limit, key: string): Promise<void> {
  const seconds = await count(name, key);
  if (seconds !== null) fail('TOO_MANY_REQUESTS', { seconds });
}

/** Counts a guess of a password before it is looked at, so that guesses sent at once are counted too; `right` gives it back. */
export async function guess(account: string, req: Request): Promise<{ right: () => Promise<unknown> }> {
  const key = `${account}:${req.ip}`;
  await limit('signin', key);
  return { right: () => limiter('signin').reward(key) };
}

/** Counts somebody asking for a mail to an address; false where that mailbox had enough of them, which nobody is told. */
export async function askForMail(email: string, req: Request): Promise<boolean> {
  const account = loginDigest(email);
  await limit('ask', String(req.ip));
  await limit('askFor', `${account}:${req.ip}`);
  return (await count('mailbox', account)) === null;
}
