import type { Definition } from '@lobby/shared/kit/definition.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { systemCtx } from '../../kit/base/context.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { projectOf, settingsOf } from '../../platform/projects/projects.ts';
import { onBankMoney } from '../bank-statement/index.ts';
import { useNotices } from '../payment-gateway/index.ts';
import { orderActs } from './acts.ts';
import { takeBankMoney } from './bank.ts';
import { createRoute } from './create.ts';
import { figuresRoute } from './figures.ts';
import { refundRoutes } from './refund-routes.ts';
import { take } from './told.ts';

export { followOrders } from './follow.ts';
export { turnOrdersOnline } from './jobs.ts';

/** A notice of a provider, by the gateway that it came to: an order of another one is unknown there. */
useNotices(async ({ _id: gatewayId, projectId }, told, now) => {
  const project = await projectOf(projectId);
  const doc = await modelOf(onlineTransaction)
    .findOne({ projectId, gatewayId, ref: told.ref, deletedAt: null }, { _id: 1 })
    .lean<Stored>();
  if (!project || !doc) return 'ORDER_UNKNOWN';
  return take(systemCtx(settingsOf(project), now), doc._id, told, 'notice');
});
onBankMoney(takeBankMoney);

/** What residents pay online: orders, what became of them, and what went back. */
export const onlineRoutes = (all: readonly Definition[]): Route[] => [
  createRoute,
  figuresRoute,
  ...refundRoutes,
  ...serve(onlineTransaction, { acts: orderActs }, all),
];
