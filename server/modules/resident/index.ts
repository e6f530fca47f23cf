export { sortNameOf } from './complete-resident.ts';
export { hasApp, maskOnPaper, reachOf } from './reach.ts';
export { livedIn } from './unit-state.ts';
