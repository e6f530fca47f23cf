import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Budget, createBudget } from '../base/budget.ts';
import type { Ctx } from '../base/context.ts';
import { fail } from '../base/errors.ts';
import { type Route, route } from './route.ts';

/** What a service from outside may tell under one key: 600 at once, then 10 a second. */
const PACE: Budget = { burst: 600, perSecond: 10 };

interface Webhook {
  /** What follows `/webhooks/`. */
  path: string;
  summary: string;
  module: string;
  /** Proves who speaks, and answers by itself. */
  run: (ctx: Ctx, key: string, http: { req: Request; res: Response }) => Promise<void>;
}

/** `POST /webhooks/<path>/:key`: takes what a service from outside tells. Errors: TOO_MANY_REQUESTS when one key tells too much. */
export function webhook({ path, run, ...of }: Webhook): Route {
  const budgets = createBudget();
  return route({
    ...of,
    method: 'post',
    path: `/webhooks/${path}/:key`,
    audience: 'public',
    residents: false,
    pace: 'work',
    params: z.strictObject({ key: z.string().max(40) }),
    answer: 'application/json',
    async run(ctx, { params: { key }, req, res }) {
      const seconds = budgets.take(key, PACE);
      if (seconds > 0) fail('TOO_MANY_REQUESTS', { seconds });
      await run(ctx, key, { req, res });
    },
  });
}
