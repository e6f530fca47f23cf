export { runApprovalsJob } from './jobs.ts';
export { checkRules, notifyEased } from './rules.ts';
