import { budget } from '@lobby/shared/modules/budget.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { figureRoutes } from './actual.ts';
import { draftRoutes } from './drafts.ts';
import { budgetActs, completeBudget } from './rules.ts';

/** What the board allows for a year, and what of it is left. */
export const budgetModule = defineServerModule({
  name: 'budget',
  routes: [...figureRoutes, ...draftRoutes],
  serves: [serves(budget, { check: completeBudget, actions: budgetActs })],
});
