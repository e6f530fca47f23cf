import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { requestsJob } from './jobs.ts';
import { orderFormRoute } from './print.ts';
import { requestActs, requestBehaviour } from './rules.ts';
import { fromNeedsRoute, needsRoute } from './supply-needs.ts';

export const purchaseRequestModule = defineServerModule({
  name: 'purchase-request',
  routes: [needsRoute, fromNeedsRoute, orderFormRoute],
  serves: [serves(purchaseRequest, { ...requestBehaviour, actions: requestActs })],
  jobs: [requestsJob],
});
