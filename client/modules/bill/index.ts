import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';

export { CollectButton } from './CollectButton.tsx';
export { useBillLines } from './lines.ts';
export type { PlannedBill } from './planned.ts';
export { useAsked } from './useAsked.ts';

/** Bills of a unit, and its services. */
export const UnitBillsTab = lazyPart(async () => (await import('./UnitBillsTab.tsx')).UnitBillsTab);

/** Bills of a service registration or parking record. */
export const ServiceBillsTab = lazyPart(async () => (await import('./ServiceBillsTab.tsx')).ServiceBillsTab);
