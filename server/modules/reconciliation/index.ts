export { reconcile } from './checks.ts';
export { turnReconciliations } from './run.ts';
