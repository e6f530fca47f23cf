import type { InvoiceConfig } from '@lobby/shared/modules/invoice-config.ts';

/** What is set of electronic invoices, as the server tells it. */
export interface HeldConfig extends InvoiceConfig {
  sellerChanged: boolean;
  version: number;
}
