import { lazyPart } from '../../../kit/ui/layout/lazy-part.tsx';
import { PartSkeleton } from '../../../kit/ui/states/PartSkeleton.tsx';

export const SendPreview = lazyPart(async () => (await import('./SendPreview.tsx')).SendPreview, PartSkeleton);
