import { lazyPart } from '../layout/lazy-part.tsx';
import { DialogSkeleton } from '../overlay/DialogSkeleton.tsx';

/** Dialog of an act, loaded after the screen. */
export const ActionDialog = lazyPart(async () => (await import('./ActionDialog.tsx')).ActionDialog, DialogSkeleton);
