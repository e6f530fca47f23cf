export { loadOwed, type OwedBill, oldestFirst, orderOf, sumOwed, undisputed } from './open-bills.ts';
export { allocated, loadPayer } from './take-payment.ts';
