export { UnitBillsTab } from './UnitBillsTab.tsx';
