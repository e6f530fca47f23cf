import { DialogSkeleton } from '../../kit/ui/DialogSkeleton.tsx';
import { lazyPart } from '../../kit/ui/lazy-part.tsx';

export const NewResident = lazyPart(async () => (await import('./NewResident.tsx')).NewResident, DialogSkeleton);
