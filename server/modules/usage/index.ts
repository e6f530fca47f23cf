export { type ReadByBill, usesByBill } from './manual-bill-readings.ts';
