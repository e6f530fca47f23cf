import { budget } from '@lobby/shared/modules/budget.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { figureRoutes } from './actual.ts';
import { draftRoutes } from './drafts.ts';
import { budgetActs, completeBudget } from './rules.ts';

export const budgetModule = defineServerModule({
  name: 'budget',
  routes: [...figureRoutes, ...draftRoutes],
  serves: [serves(budget, { check: completeBudget, actions: budgetActs })],
});
