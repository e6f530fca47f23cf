import { receipt } from '@lobby/shared/modules/receipt.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { settleRoutes } from './clearing.ts';
import { receiptBehaviour } from './rules.ts';
import { unitReceiptsRoute } from './unit-receipts.ts';
import { paidForRoute } from './vouchers/paid-for.ts';
import { summaryRoute } from './vouchers/summary.ts';
import { configurePaperHome } from './vouchers/voucher-paper.ts';
import { paperRoutes } from './vouchers/voucher-pdf.ts';

export const receiptModule = defineServerModule({
  name: 'receipt',
  routes: [
    ...settleRoutes,
    summaryRoute(receipt, {
      methods: 'parts.method',
      types: 'type',
      funds: 'parts.fundId',
      cashiers: 'cashierId',
    }),
    ...paperRoutes(receipt),
    paidForRoute,
    unitReceiptsRoute,
  ],
  serves: [serves(receipt, receiptBehaviour)],
  configure: ({ publicUrl }) => configurePaperHome(publicUrl),
});
