import type { Definition } from '@lobby/shared/kit/definition.ts';
import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { advanceRoutes } from './advances.ts';
import { comparisonRoutes } from './comparison.ts';
import { deductRoutes } from './deduct.ts';
import { advanceHistoryRoute, byRole, historyRoute } from './history.ts';
import { cancelMovement, movementBehaviour } from './rules.ts';

const READS = [unitAccount.path, `${unitAccount.path}/:id`];

export { seesAccount } from './history.ts';
export { turnDeductions } from './jobs.ts';

/** What moves on the accounts of units, and what they have paid ahead. */
export const unitAccountRoutes = (all: readonly Definition[]): Route[] => [
  ...advanceRoutes,
  ...serve(accountMovement, { ...movementBehaviour, acts: { cancel: cancelMovement } }, all),
  historyRoute,
  advanceHistoryRoute,
  ...deductRoutes,
  ...serve(unitAccount, {}, all).map(one => (one.method === 'get' && READS.includes(one.path) ? byRole(one) : one)),
  ...comparisonRoutes,
];
