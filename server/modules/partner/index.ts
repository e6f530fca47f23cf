export { partnersJob } from './jobs.ts';
