export { usualOf } from './rules.ts';
export { firstMethods } from './starters.ts';
