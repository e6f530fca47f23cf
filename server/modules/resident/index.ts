export { livedIn } from './homes/unit-state.ts';
export { sortNameOf } from './people/complete-resident.ts';
export { hasApp, loadReach, maskOnPaper } from './reach.ts';
