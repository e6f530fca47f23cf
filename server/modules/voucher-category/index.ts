export { CATEGORIES } from './rules.ts';
