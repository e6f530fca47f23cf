import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { DialogSkeleton } from '../../kit/ui/overlay/DialogSkeleton.tsx';

export const NewResident = lazyPart(async () => (await import('./NewResident.tsx')).NewResident, DialogSkeleton);
