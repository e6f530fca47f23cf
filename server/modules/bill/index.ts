export { findHomes } from './homes.ts';
export { type Charge, chargeByNotice, chargeOf, interestBy, interestJob, mayBeLate } from './interest.ts';
export { billsOn, leftOf } from './left.ts';
export { planOf, servicesOf } from './plan.ts';
export { publishBills, unpublishBills } from './publish.ts';
export { takeBackInterest } from './rules.ts';
export { billRunJob } from './run.ts';
export { scopeOfRun } from './run-scope.ts';
export { type BillCounted, billCounter, billSpeech } from './said.ts';
