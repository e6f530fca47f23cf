export { closureOfWork, takeElevator, type WorkClosure } from './closures.ts';
export { assertTimeFree } from './occupancy.ts';
