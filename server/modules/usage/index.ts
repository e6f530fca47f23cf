export { type ReadByBill, usesByBill } from './by-bill.ts';
