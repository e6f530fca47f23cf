export { runRequestsJob } from './jobs.ts';
export { receivedChanges } from './lines.ts';
