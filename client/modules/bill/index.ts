export { useBillLines } from './lines.ts';
export type { PlannedBill } from './planned.ts';
export { ServiceBillsTab } from './ServiceBillsTab.tsx';
export { UnitBillsTab } from './UnitBillsTab.tsx';
export { useAsked } from './useAsked.ts';
