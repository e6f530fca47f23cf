export { keyOf, loadAccounts, loadVouchers, reverseLines } from './codes/voucher.ts';
export type { Held, Voucher } from './run/protocol.ts';
export { configureAccountingTimeout } from './run/protocol.ts';
export { holdSync, runSyncJob, scheduleRuns } from './run/run.ts';
export { sentCollection } from './run/settle.ts';
export { differences, verifyAll } from './run/verify.ts';
export { waitsJob } from './run/watch.ts';
