import type { InvoiceConfig } from '@lobby/shared/modules/invoice-config.ts';

/** Settings of electronic invoices as returned by the server. */
export interface HeldConfig extends InvoiceConfig {
  sellerChanged: boolean;
  version: number;
}
