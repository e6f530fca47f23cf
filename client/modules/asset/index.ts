import { lazyPart } from '../../kit/ui/lazy-part.tsx';
import { PartSkeleton } from '../../kit/ui/PartSkeleton.tsx';

export { LabelsButton, ScanThing } from './Labels.tsx';
/** Draws codes: loaded with the tab that shows one. */
export const QrTab = lazyPart(async () => (await import('./QrTab.tsx')).QrTab, PartSkeleton);
