export {
  assertNotInvoiced,
  holdUninvoiced,
  holdUninvoicedReceipt,
  invoiceClaimCollection,
  invoicedReceipts,
  invoiceOfBills,
} from './claims.ts';
export { compileJob } from './compile/invoices.ts';
export { invoicedBill, rulesOf } from './config/items.ts';
export { markToAdjust } from './issue/adjustments.ts';
export { type InvoiceDocument, NOBODY, type Party } from './message/document.ts';
export { envelope, OFFICE, type Sending, serializeMessage, writeInvoice } from './message/envelope.ts';
export { messageJob } from './message/queue.ts';
export { keptXml, taxXmlCollection } from './message/tax-xml.ts';
export { configureTaxSandbox, configureTaxTimeout } from './message/transport.ts';
export { certifyKeys } from './sign/certificate.ts';
export { el, leaf } from './xml/node.ts';
