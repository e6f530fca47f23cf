import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Route } from '../../kit/http/route.ts';
import { buyerRoutes } from './buyers.ts';
import { configRoutes } from './config-calls.ts';
import { eInvoiceRoutes } from './invoices.ts';
import { itemRoutes } from './items.ts';
import { messageRoutes } from './message/calls.ts';
import { registerRoute } from './register.ts';
import { seriesRoutes } from './series.ts';

export { invoiceClaimCollection, refuseInvoiced } from './claims.ts';
export { invoicedBill, rulesOf } from './items.ts';
export { followInvoices } from './message/calls.ts';
export { taxXmlCollection } from './message/kept.ts';
export { turnInvoices } from './message/queue.ts';
export { useTaxPatience, useTaxSandbox } from './message/transport.ts';
export { invoiceSecretCollection } from './secrets.ts';

/** Electronic invoices: what they call what is billed, who sells and who buys. */
export const invoiceRoutes = (all: readonly Definition[]): Route[] => [
  ...configRoutes,
  registerRoute,
  ...messageRoutes(all),
  ...seriesRoutes(all),
  ...itemRoutes(all),
  ...buyerRoutes(all),
  ...eInvoiceRoutes(all),
];
