export { turnOrdersOnline } from './jobs.ts';
