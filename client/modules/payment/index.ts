export { FormOwes, UnitOwes } from './UnitOwes.tsx';
