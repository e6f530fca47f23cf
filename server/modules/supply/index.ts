export { levelId, type Move, postMoves } from './posting.ts';
export { stockFaults } from './recount.ts';
export { needActive } from './rules.ts';
export { paperDay, slipRoute } from './slip.ts';
