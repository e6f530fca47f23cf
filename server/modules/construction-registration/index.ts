export { knownWorkers } from './forget.ts';
