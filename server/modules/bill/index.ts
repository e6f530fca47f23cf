export { findHomes, homeOf } from './homes.ts';
export {
  baseBefore,
  type Charge,
  chargeableBy,
  chargeByNotice,
  interestBill,
  interestBy,
  interestJob,
  loadCharge,
  mayBeLate,
  openByNotice,
  principalMoves,
  withInterest,
} from './interest/interest.ts';
export { findLate, type Late } from './interest/late-bills.ts';
export { overdueJob, overdueOf } from './interest/overdue.ts';
export { billLines, partsOf } from './release/books.ts';
export { publishBills, unpublishBills } from './release/publish.ts';
export { type BillCounted, billCounter, billSpeech } from './reports/bill-speech.ts';
export { billsOn, loadLeft } from './reports/notice-balance.ts';
export { takeBackInterest } from './rules.ts';
export { buildPlan, loadServices } from './run/plan.ts';
export { billRunJob } from './run/run.ts';
export { scopeOfRun } from './run/scope.ts';
