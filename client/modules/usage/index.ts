export { MonthAndBlock } from './MonthAndBlock.tsx';
