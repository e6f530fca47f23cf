import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';

export { useAsked } from './adjustment/useAsked.ts';
export { useBillLines } from './lines.ts';
export { CollectButton } from './month/CollectButton.tsx';
export type { PlannedBill } from './month/planned.ts';

/** Bills of a unit, and its services. */
export const UnitBillsTab = lazyPart(async () => (await import('./tabs/UnitBillsTab.tsx')).UnitBillsTab);

/** Bills of a service registration or parking record. */
export const ServiceBillsTab = lazyPart(async () => (await import('./tabs/ServiceBillsTab.tsx')).ServiceBillsTab);
