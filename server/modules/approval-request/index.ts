export { approvalsJob } from './jobs.ts';
export { checkRules, notifyEased } from './rules.ts';
