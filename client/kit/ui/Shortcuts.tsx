import { DialogSkeleton } from './DialogSkeleton.tsx';
import { lazyPart } from './lazy-part.tsx';
import type { ShortcutsProps } from './ShortcutsDialog.tsx';

/** List of shortcuts, loaded on demand. */
export const Shortcuts = lazyPart<ShortcutsProps>(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
  DialogSkeleton,
);
