export { runOrdersOnlineJob } from './jobs.ts';
