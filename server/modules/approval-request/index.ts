export { turnApprovals } from './jobs.ts';
export { checkRules, tellEased } from './rules.ts';
