export { UnitNoticesTab } from './UnitNoticesTab.tsx';
