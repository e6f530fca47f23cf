export { Schedules } from './Schedules.tsx';
