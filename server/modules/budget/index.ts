import type { Definition } from '@lobby/shared/kit/definition.ts';
import { budget } from '@lobby/shared/modules/budget.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { figureRoutes } from './actual.ts';
import { draftRoutes } from './drafts.ts';
import { budgetActs, completeBudget } from './rules.ts';

/** What the board allows for a year, and what of it is left. */
export const budgetRoutes = (all: readonly Definition[]): Route[] => [
  ...figureRoutes,
  ...draftRoutes,
  ...serve(budget, { check: completeBudget, acts: budgetActs }, all),
];
