import type { Definition } from '@lobby/shared/kit/definition.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { identityActs, identityBehaviour, identityRoutes } from './identity.ts';
import { multiRoutes } from './multi.ts';
import { singleRoutes } from './single.ts';

export { type OwedBill, oldestFirst, orderOf, owedOf, sumOwed, undisputed } from './owed.ts';
export { allocated, payerOf } from './take.ts';

/** Payments of many units, and the virtual accounts by which banks tell of them. */
export const paymentRoutes = (all: readonly Definition[]): Route[] => [
  ...singleRoutes,
  ...multiRoutes(),
  ...identityRoutes,
  ...serve(identityAccount, { ...identityBehaviour, acts: identityActs }, all),
];
