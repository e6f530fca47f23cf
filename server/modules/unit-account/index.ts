export { deductionReceipt, drawnFrom, loadDeduction, wantedIn } from './deduct.ts';
export { ofHousehold } from './history.ts';
export { runDeductionsJob } from './jobs.ts';
