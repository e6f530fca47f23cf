export { useAccountingPatience } from './protocol.ts';
export { holdSync, scheduleRuns, turnSync } from './run.ts';
export { verifyAll } from './verify.ts';
export { accountsOf } from './voucher.ts';
