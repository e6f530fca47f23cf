import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { invoiceClaimCollection } from './claims.ts';
import { compileCollection, compileJob, eInvoiceBehaviour, eInvoiceRoutes } from './compile/invoices.ts';
import { buyerBehaviour, buyerRoutes } from './config/buyers.ts';
import { configRoutes } from './config/config-calls.ts';
import { itemBehaviour, itemRoutes } from './config/items.ts';
import { invoiceSecretCollection } from './config/secrets.ts';
import { seriesBehaviour } from './config/series.ts';
import { registerRoute } from './issue/register.ts';
import { watchJob } from './issue/watch.ts';
import { messageBehaviour, messageRoutes, onInvoiceEvents } from './message/calls.ts';
import { messageJob } from './message/queue.ts';
import { taxXmlCollection } from './message/tax-xml.ts';
import { configureTaxSandbox } from './message/transport.ts';
import { eInvoiceMail } from './papers/mail.ts';

export const invoiceModule = defineServerModule({
  name: 'invoice',
  routes: [...configRoutes, registerRoute, ...messageRoutes, ...itemRoutes, ...buyerRoutes, ...eInvoiceRoutes],
  serves: [
    serves(taxMessage, messageBehaviour),
    serves(invoiceSeries, seriesBehaviour),
    serves(invoiceItem, itemBehaviour),
    serves(invoiceBuyer, buyerBehaviour),
    serves(invoice, eInvoiceBehaviour),
  ],
  jobs: [messageJob, watchJob, compileJob],
  onCommit: onInvoiceEvents,
  configure: ({ env }) => configureTaxSandbox(env.TAX_SANDBOX_URL ?? null),
  mails: { eInvoice: eInvoiceMail },
  collections: [compileCollection, invoiceClaimCollection, invoiceSecretCollection, taxXmlCollection],
});
