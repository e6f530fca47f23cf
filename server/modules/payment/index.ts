export { loadOwed, type OwedBill, oldestFirst, orderOf, sumOwed, undisputed } from './open-bills.ts';
export { allocatePayment, loadPayer } from './take-payment.ts';
