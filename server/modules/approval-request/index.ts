import type { Definition } from '@lobby/shared/kit/definition.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { z } from 'zod';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { requestActs } from './decide.ts';
import { looks } from './looks.ts';

export { withSecondPerson } from './ask.ts';
export { turnApprovals } from './jobs.ts';
export { checkRules, tellEased } from './rules.ts';

/** The counts beside the tabs, those of the reader by their names. */
function counted(one: Route): Route {
  if (!one.path.endsWith('/count-badges')) return one;
  const { run, answer } = one;
  return {
    ...one,
    answer: (answer as z.ZodObject).extend({ mine: z.int(), toDecide: z.int() }),
    async run(ctx, input) {
      const counts = (await run(ctx, input)) as { tabs: Record<string, number> };
      return { ...counts, mine: counts.tabs.mine ?? 0, toDecide: counts.tabs.toDecide ?? 0 };
    },
  };
}

/** What waits for a second person, and what became of it. */
export const approvalRequestRoutes = (all: readonly Definition[]): Route[] => [
  ...looks,
  ...serve(approvalRequest, { acts: requestActs }, all).map(counted),
];
