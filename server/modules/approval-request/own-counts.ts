import { z } from 'zod';
import type { Route } from '../../kit/http/route.ts';

/** Adds the reader's own tab counts by name. */
export function withOwnCounts(route: Route): Route {
  if (!route.path.endsWith('/count-badges')) return route;
  const { run, answer } = route;
  return {
    ...route,
    answer: (answer as z.ZodObject).extend({ mine: z.int(), toDecide: z.int() }),
    async run(ctx, input) {
      const counts = (await run(ctx, input)) as { tabs: Record<string, number> };
      return { ...counts, mine: counts.tabs.mine ?? 0, toDecide: counts.tabs.toDecide ?? 0 };
    },
  };
}
