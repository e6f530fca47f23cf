export { type Paper, Sheet } from './Sheet.tsx';
export { UnitNoticesTab } from './UnitNoticesTab.tsx';
