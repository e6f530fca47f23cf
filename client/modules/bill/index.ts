import { lazyPart } from '../../kit/ui/lazy-part.tsx';

export { CollectButton } from './CollectButton.tsx';
export { useBillLines } from './lines.ts';
export type { PlannedBill } from './planned.ts';
export { useAsked } from './useAsked.ts';

/** The bills of a unit, and what it is charged for. */
export const UnitBillsTab = lazyPart(async () => (await import('./UnitBillsTab.tsx')).UnitBillsTab);

/** The bills that a registration or a parking place has come to. */
export const ServiceBillsTab = lazyPart(async () => (await import('./ServiceBillsTab.tsx')).ServiceBillsTab);
