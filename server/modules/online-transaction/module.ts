import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { systemCtx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import { loadProject, settingsOf } from '../../platform/projects/projects.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { bankMoneyCame } from '../bank-statement/index.ts';
import { configureWebhooks } from '../payment-gateway/index.ts';
import { orderActs } from './acts.ts';
import { createRoute } from './create.ts';
import { figuresRoute } from './figures.ts';
import { onlineOrdersJob } from './jobs.ts';
import { takeBankMoney } from './provider/bank.ts';
import { onOrderEvents } from './provider/order-listeners.ts';
import { take } from './provider/updates.ts';
import { refundRoutes } from './refund/routes.ts';
import { takeConsent } from './saved/bind.ts';
import { giveUpJob, onPayerEvents } from './saved/invalidation.ts';
import { savedRoutes } from './saved/routes.ts';
import { wayCollection } from './saved/store.ts';

/** Handles a provider's notice; orders of other gateways are unknown to it. */
const takeNotice: Parameters<typeof configureWebhooks>[0] = async ({ _id: gatewayId, projectId }, notice, now) => {
  const project = await loadProject(projectId);
  const doc = await records(onlineTransaction).first({ projectId }, { gatewayId, ref: notice.ref }, { only: ['_id'] });
  if (!project || !doc) return 'ORDER_UNKNOWN';
  return take(systemCtx(settingsOf(project), now), doc._id, notice, 'notice');
};

export const onlineTransactionModule = defineServerModule({
  name: 'online-transaction',
  routes: [createRoute, figuresRoute, ...refundRoutes, ...savedRoutes],
  collections: [wayCollection],
  serves: [serves(onlineTransaction, { actions: orderActs })],
  jobs: [onlineOrdersJob, giveUpJob],
  listens: [bankMoneyCame.handledBy(takeBankMoney)],
  onCommit(rows) {
    onOrderEvents(rows);
    onPayerEvents(rows);
  },
  configure: () => configureWebhooks(takeNotice, takeConsent),
});
