export { runWorksJob } from './jobs.ts';
export { runPlansJob } from './plan-jobs.ts';
export { broughtWorks } from './plan-works.ts';
