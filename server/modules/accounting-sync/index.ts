export type { Held, Voucher } from './protocol.ts';
export { configureAccountingTimeout } from './protocol.ts';
export { holdSync, runSyncJob, scheduleRuns } from './run.ts';
export { sentCollection } from './settle.ts';
export { differences, verifyAll } from './verify.ts';
export { keyOf, loadAccounts, loadVouchers, reversed } from './voucher.ts';
export { waitsJob } from './watch.ts';
