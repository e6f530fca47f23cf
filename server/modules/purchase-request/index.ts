export { requestsJob } from './jobs.ts';
export { receivedChanges } from './lines.ts';
