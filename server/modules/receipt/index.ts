export { type Allocation, allocationsOf, billsOf, paid, paidLines, refuseUnpayable } from './allocations.ts';
export { CATEGORIES, firstCategories } from './categories.ts';
export { typeOf } from './complete.ts';
export { onPaid, type Paid } from './follow-paid.ts';
export { type MethodLine, placed } from './methods.ts';
export { bookingLines, onVoucherCancel } from './origins.ts';
export { payslipOf } from './payslip.ts';
export { resultOf } from './result.ts';
export { cancelReceipt, receiptOf } from './rules.ts';
