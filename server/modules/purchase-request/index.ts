export { turnRequests } from './jobs.ts';
export { receivedChanges } from './lines.ts';
