export { turnWorks } from './jobs.ts';
export { turnPlans } from './plan-jobs.ts';
export { broughtWorks } from './plan-works.ts';
