export { reconcile } from './checks.ts';
export { reconciliationsJob } from './run.ts';
