export { knownWorkers } from './worker-retention.ts';
