export { sortNameOf } from './complete-resident.ts';
export { reachOf } from './reach.ts';
export { livedIn } from './unit-state.ts';
