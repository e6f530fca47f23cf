import { lazyPart } from '../layout/lazy-part.tsx';
import { DialogSkeleton } from '../overlay/DialogSkeleton.tsx';
import type { ShortcutsProps } from './ShortcutsDialog.tsx';

/** List of shortcuts, loaded on demand. */
export const Shortcuts = lazyPart<ShortcutsProps>(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
  DialogSkeleton,
);
