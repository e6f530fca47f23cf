import { DialogSkeleton } from './DialogSkeleton.tsx';
import { lazyPart } from './lazy-part.tsx';
import type { ShortcutsProps } from './ShortcutsDialog.tsx';

/** The page of shortcuts, which comes when it is asked for. */
export const Shortcuts = lazyPart<ShortcutsProps>(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
  DialogSkeleton,
);
