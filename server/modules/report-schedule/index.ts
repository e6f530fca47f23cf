export { turnSchedules } from './turn.ts';
