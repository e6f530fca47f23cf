import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';

export { LabelsButton, ScanThing } from './Labels.tsx';
/** Lazy, because it contains the QR library. */
export const QrTab = lazyPart(async () => (await import('./QrTab.tsx')).QrTab, PartSkeleton);
