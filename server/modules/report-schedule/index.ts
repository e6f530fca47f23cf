export { runSchedulesJob } from './job.ts';
