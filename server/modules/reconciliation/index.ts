export { reconcile } from './checks.ts';
export { runReconciliationsJob } from './run.ts';
