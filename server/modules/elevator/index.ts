export { assertTimeFree } from './around.ts';
export { closureOfWork, takeElevator, type WorkClosure } from './closures.ts';
