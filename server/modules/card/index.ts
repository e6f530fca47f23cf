export { freed } from './rules.ts';
