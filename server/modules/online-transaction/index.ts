export { onlineOrdersJob } from './jobs.ts';
