export { schedulesJob } from './job.ts';
