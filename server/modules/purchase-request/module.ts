import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { defineServerModule } from '../../platform/server-module.ts';
import { turnRequests } from './jobs.ts';
import { fromNeedsRoute, needsRoute } from './needs.ts';
import { orderFormRoute } from './print.ts';
import { requestActs, requestBehaviour } from './rules.ts';

/** What is to be bought, and what was asked for. */
export const purchaseRequestModule = defineServerModule({
  name: 'purchase-request',
  routes: [needsRoute, fromNeedsRoute, orderFormRoute],
  serves: [{ definition: purchaseRequest, behaviour: { ...requestBehaviour, acts: requestActs } }],
  jobs: [{ name: 'requests that are late', every: '*/15 * * * *', run: turnRequests }],
});
