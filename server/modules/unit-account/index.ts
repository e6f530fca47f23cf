export { seesAccount } from './history.ts';
export { turnDeductions } from './jobs.ts';
