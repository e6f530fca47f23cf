import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Budget, createBudget } from '../base/budget.ts';
import type { Ctx } from '../base/context.ts';
import { fail } from '../base/errors.ts';
import { type Route, route } from './route.ts';

/** Rate limit of an external service per key: 600 at once, then 10 a second. */
const PACE: Budget = { burst: 600, perSecond: 10 };

interface Webhook {
  /** The part of the path after `/webhooks/`. */
  path: string;
  summary: string;
  module: string;
  /** Authenticates the sender and writes the response itself. */
  run: (ctx: Ctx, key: string, http: { req: Request; res: Response }) => Promise<void>;
}

/** `POST /webhooks/<path>/:key`: receives calls of an external service. Errors: TOO_MANY_REQUESTS when one key sends too much. */
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
