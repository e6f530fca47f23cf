import { DialogSkeleton } from '../DialogSkeleton.tsx';
import { lazyPart } from '../lazy-part.tsx';

/** The question before an act, loaded once the screen is there. */
export const ActionDialog = lazyPart(async () => (await import('./ActionDialog.tsx')).ActionDialog, DialogSkeleton);
