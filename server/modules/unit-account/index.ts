export { deductionOf, deductionReceipt, drawnFrom, wantedIn } from './deduct.ts';
export { ofHousehold } from './history.ts';
export { turnDeductions } from './jobs.ts';
