export { type OwedBill, oldestFirst, orderOf, owedOf, sumOwed, undisputed } from './owed.ts';
export { allocated, payerOf } from './take.ts';
