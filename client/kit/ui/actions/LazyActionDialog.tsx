import { DialogSkeleton } from '../DialogSkeleton.tsx';
import { lazyPart } from '../lazy-part.tsx';

/** Dialog of an act, loaded after the screen. */
export const ActionDialog = lazyPart(async () => (await import('./ActionDialog.tsx')).ActionDialog, DialogSkeleton);
