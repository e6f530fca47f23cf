import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { identityBehaviour, identityRoutes } from './identity.ts';
import { mostOwedRoute } from './most-owed.ts';
import { multiRoutes } from './multi.ts';
import { singleRoutes } from './single.ts';

export const paymentModule = defineServerModule({
  name: 'payment',
  routes: [mostOwedRoute, ...singleRoutes, ...multiRoutes(), ...identityRoutes],
  serves: [serves(identityAccount, identityBehaviour)],
});
