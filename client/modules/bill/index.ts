export { useBillLines } from './lines.ts';
export { UnitBillsTab } from './UnitBillsTab.tsx';
export { useAsked } from './useAsked.ts';
