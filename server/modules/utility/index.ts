export { type ChangedClosure, type Closed, type Closure, closedAt, closedIn, timesOf } from './closed.ts';
export { type Amenity, type Frame, framesOn, hoursOn, isFrame } from './frames.ts';
export { factorAt, feeLines, priceOfFrame, sumOf, surchargeLines, taxed } from './price.ts';
export { takeTurnAt } from './rules.ts';
