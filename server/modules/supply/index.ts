export { levelId, type Move, posting } from './posting.ts';
export { stockFaults } from './recount.ts';
export { needActive } from './rules.ts';
export { paperDay, slipRoute } from './slip.ts';
