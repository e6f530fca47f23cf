export { worksJob } from './jobs.ts';
export { plansJob } from './plans/plan-jobs.ts';
export { broughtWorks } from './plans/plan-works.ts';
