export { sortNameOf } from './complete-resident.ts';
export { hasApp, loadReach, maskOnPaper } from './reach.ts';
export { livedIn } from './unit-state.ts';
