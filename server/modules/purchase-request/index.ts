import type { Definition } from '@lobby/shared/kit/definition.ts';
import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { fromNeedsRoute, needsRoute } from './needs.ts';
import { orderFormRoute } from './print.ts';
import { requestActs, requestBehaviour } from './rules.ts';

export { turnRequests } from './jobs.ts';
export { receivedChanges } from './lines.ts';

/** What is to be bought, and what was asked for. */
export const purchaseRoutes = (all: readonly Definition[]): Route[] => [
  needsRoute,
  fromNeedsRoute,
  orderFormRoute,
  ...serve(purchaseRequest, { ...requestBehaviour, acts: requestActs }, all),
];
