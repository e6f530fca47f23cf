import { DialogSkeleton } from '../../kit/ui/DialogSkeleton.tsx';
import { lazyPart } from '../../kit/ui/lazy-part.tsx';

/** The form of a new resident. */
export const NewResident = lazyPart(async () => (await import('./NewResident.tsx')).NewResident, DialogSkeleton);
