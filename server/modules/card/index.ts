export { freeCard } from './rules.ts';
