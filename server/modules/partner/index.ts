export { turnPartners } from './jobs.ts';
