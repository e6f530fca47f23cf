export { type Allocation, allocationsOf, assertPayable, loadBills, paidLines } from './allocations.ts';
export { settleLines } from './clearing.ts';
export { CHARGED, chargedFor, payBills, unpayBills } from './interest.ts';
export { billsPaid, type Paid } from './payment-listeners.ts';
export { assertWordsOnly, cancelReceipt, loadReceipt } from './rules.ts';
export { completeSources } from './vouchers/complete.ts';
export { type MethodLine, resolveMethod } from './vouchers/methods.ts';
export { payerIn, payerNamed, payersIn } from './vouchers/payer.ts';
export {
  bookingLines,
  cancelChanges,
  depositRefunded,
  onCancel,
  refundWritten,
  voucherCancelled,
} from './vouchers/source-documents.ts';
export { summaryRoute } from './vouchers/summary.ts';
export { triedVoucher } from './vouchers/voucher-paper.ts';
export { paperRoutes } from './vouchers/voucher-pdf.ts';
