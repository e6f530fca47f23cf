import type { Definition } from '@lobby/shared/kit/definition.ts';
import { stockTake, stockTakeLine } from '@lobby/shared/modules/stock-take.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { countRoute } from './count.ts';
import { linesRoute, rejectRoute } from './lines.ts';
import { minutesRoute } from './print.ts';
import { completeTake, takeActs } from './rules.ts';

export { remindTakes } from './jobs.ts';

/** What is there, held against the books. */
export const stockTakeRoutes = (all: readonly Definition[]): Route[] => [
  linesRoute,
  countRoute,
  rejectRoute,
  minutesRoute,
  ...serve(stockTake, { check: completeTake, acts: takeActs }, all),
  ...serve(stockTakeLine, {}, all),
];
