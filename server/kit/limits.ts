import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { fail } from './fail.ts';
import { refused } from './measures.ts';
import { isDirectLoopback } from './origin.ts';
import type { Pace, Route } from './route.ts';

interface Budget {
  burst: number;
  perSecond: number;
}

/**
 * How fast calls may come. An office of a hundred shares one address, so those by address are wide; `strict` is for what anybody may call
 * and costs much (passwords, mails). Each server counts for itself: behind two, as much again. Failed sign-ins are counted in the database.
 */
const BY_ADDRESS: Record<Pace, Budget> = {
  work: { burst: 3000, perSecond: 300 },
  open: { burst: 600, perSecond: 20 },
  strict: { burst: 60, perSecond: 1 },
};
const BY_USER: Budget = { burst: 400, perSecond: 40 };

interface Bucket {
  tokens: number;
  at: number;
}
const buckets = new LRUCache<string, Bucket>({ max: 50_000 });

function take(key: string, { burst, perSecond }: Budget, what: string): void {
  const now = performance.now();
  const bucket = buckets.get(key) ?? { tokens: burst, at: now };
  bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) * perSecond) / 1000);
  bucket.at = now;
  buckets.set(key, bucket);
  if (bucket.tokens < 1) {
    refused.add({ limit: what });
    fail('TOO_MANY_REQUESTS', { seconds: Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond)) });
  }
  bucket.tokens--;
}

/** An IPv6 customer has a whole network: its first 64 bits are the address. */
const addressOf = (ip: string) => (ip.includes(':') && !ip.includes('.') ? ip.split(':').slice(0, 4).join(':') : ip);

/** What a route counts as where it does not say so itself. */
export const paceOf = ({ pace, audience, method }: Pick<Route, 'pace' | 'audience' | 'method'>): Pace =>
  pace ?? (audience !== 'public' ? 'work' : method === 'get' ? 'open' : 'strict');

/** Refuses with 429 what comes too fast from one address; this machine's own programs are not counted. */
export function limitAddress(req: Request, route: Pick<Route, 'pace' | 'audience' | 'method'>): void {
  if (isDirectLoopback(req)) return;
  const pace = paceOf(route);
  take(`${pace}:${addressOf(req.ip ?? '')}`, BY_ADDRESS[pace], `address, ${pace}`);
}

/** Refuses with 429 what comes too fast from one person, however many addresses they have. */
export function limitUser(req: Request, userId: string): void {
  if (userId && !isDirectLoopback(req)) take(`user:${userId}`, BY_USER, 'user');
}
