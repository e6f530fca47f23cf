export { runWorksJob } from './jobs.ts';
export { runPlansJob } from './plans/plan-jobs.ts';
export { broughtWorks } from './plans/plan-works.ts';
