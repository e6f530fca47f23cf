export type { Held, Voucher } from './protocol.ts';
export { useAccountingPatience } from './protocol.ts';
export { holdSync, scheduleRuns, turnSync } from './run.ts';
export { sentCollection } from './settle.ts';
export { differences, verifyAll } from './verify.ts';
export { accountsOf, vouchersOf } from './voucher.ts';
