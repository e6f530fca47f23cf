import type { Request } from 'express';
import { type Budget, createBudget } from '../base/budget.ts';
import { fail } from '../base/errors.ts';
import { refused } from '../ops/measures.ts';
import { isDirectLoopback } from './origin.ts';
import type { Pace, Route } from './route.ts';

/**
 * Rate limits by IP address. An office of a hundred shares one address, so they are wide. `strict` is for public calls that
 * are expensive (passwords, mails). Each server counts for itself, so two servers allow twice as much. Failed sign-ins are
 * counted in the database.
 */
const BY_ADDRESS: Record<Pace, Budget> = {
  work: { burst: 3000, perSecond: 300 },
  open: { burst: 600, perSecond: 20 },
  strict: { burst: 60, perSecond: 1 },
};
const BY_USER: Budget = { burst: 400, perSecond: 40 };

const budgets = createBudget();

function take(key: string, budget: Budget, what: string): void {
  const seconds = budgets.take(key, budget);
  if (seconds === 0) return;
  refused.add({ limit: what });
  fail('TOO_MANY_REQUESTS', { seconds });
}

/** An IPv6 customer gets a /64 network, so its first 64 bits are the address. */
const addressOf = (ip: string) => (ip.includes(':') && !ip.includes('.') ? ip.split(':').slice(0, 4).join(':') : ip);

/** The rate limit of a route that does not set one. */
export const paceOf = ({ pace, audience, method }: Pick<Route, 'pace' | 'audience' | 'method'>): Pace =>
  pace ?? (audience !== 'public' ? 'work' : method === 'get' ? 'open' : 'strict');

/** Refuses with 429 when an address exceeds its rate. Calls from this machine are not counted. */
export function limitAddress(req: Request, route: Pick<Route, 'pace' | 'audience' | 'method'>): void {
  if (isDirectLoopback(req)) return;
  const pace = paceOf(route);
  take(`${pace}:${addressOf(req.ip ?? '')}`, BY_ADDRESS[pace], `address, ${pace}`);
}

/** Refuses with 429 when a person exceeds the rate, whatever their addresses. */
export function limitUser(req: Request, userId: string): void {
  if (userId && !isDirectLoopback(req)) take(`user:${userId}`, BY_USER, 'user');
}
