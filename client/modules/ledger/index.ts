export { MonthsOf } from './MonthsOf.tsx';
