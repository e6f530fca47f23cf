import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { threadRoutes } from '../../kit/thread/routes.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { voucherCancelled } from '../receipt/index.ts';
import { acts } from './acts.ts';
import { completeOrder, notifyOfOrder } from './begin.ts';
import { ordersJob } from './jobs.ts';
import { cancelledVoucher } from './money/money.ts';
import { commissionReport } from './money/report.ts';
import { moneyRoutes } from './money/routes.ts';
import { openOrders } from './open-orders.ts';
import { broadcastToPartners } from './order-changes.ts';
import { merchantOrderMails, partnerLinkCollection } from './partner/link.ts';
import { partnerPage } from './partner/page.ts';
import { machine, partnerLink, renewLink, revokeLink, timeline } from './routes.ts';
import { messageCollection as orderMessageCollection, orderThread } from './talk.ts';

export const merchantOrderModule = defineServerModule({
  name: 'merchant-order',
  routes: [
    ...partnerPage,
    commissionReport,
    machine,
    partnerLink,
    renewLink,
    revokeLink,
    timeline,
    ...moneyRoutes,
    ...threadRoutes(orderThread),
  ],
  serves: [serves(merchantOrder, { check: completeOrder, inTransaction: notifyOfOrder, actions: acts })],
  openOf: openOrders,
  jobs: [ordersJob],
  collections: [partnerLinkCollection, orderMessageCollection],
  mails: merchantOrderMails,
  listens: [voucherCancelled.handledBy(cancelledVoucher)],
  onFeed: broadcastToPartners,
});
