export { holdUninvoiced, holdUninvoicedReceipt, invoiceClaimCollection, refuseInvoiced } from './claims.ts';
export { invoicedBill, rulesOf } from './items.ts';
export { followInvoices } from './message/calls.ts';
export { turnInvoices } from './message/queue.ts';
export { useTaxPatience, useTaxSandbox } from './message/transport.ts';
