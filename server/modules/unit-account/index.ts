export { deductionReceipt, drawnFrom, loadDeduction, wantedIn } from './deduct.ts';
export { ofHousehold } from './history.ts';
export { deductionsJob } from './jobs.ts';
