export { type ChangedClosure, type Closed, type Closure, closedAt, closedIn, timesOf } from './closed.ts';
export { type Amenity, type Frame, framesOn, hoursOn, isFrame } from './frames.ts';
export { addTaxes, factorAt, feeLines, priceOfFrame, sumOf, surchargeLines } from './price.ts';
export { takeTurnAt } from './rules.ts';
