export { runPartnersJob } from './jobs.ts';
