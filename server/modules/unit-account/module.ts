import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { advanceRoutes } from './advances.ts';
import { deductRoutes } from './deduct.ts';
import { advanceHistoryRoute, byRole, historyRoute } from './history.ts';
import { deductionsJob } from './jobs.ts';
import { cancelMovement, movementBehaviour } from './rules.ts';

const READS = [unitAccount.path, `${unitAccount.path}/:id`];

export const unitAccountModule = defineServerModule({
  name: 'unit-account',
  routes: [...advanceRoutes, historyRoute, advanceHistoryRoute, ...deductRoutes],
  serves: [
    serves(accountMovement, { ...movementBehaviour, actions: { cancel: cancelMovement } }),
    serves(unitAccount, {}, route => (route.method === 'get' && READS.includes(route.path) ? byRole(route) : route)),
  ],
  jobs: [deductionsJob],
});
