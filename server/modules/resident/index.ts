export { sortNameOf } from './complete-resident.ts';
export { hasApp, reachOf } from './reach.ts';
export { livedIn } from './unit-state.ts';
