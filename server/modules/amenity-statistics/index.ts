export { stepOf, stepsOf } from './period.ts';
