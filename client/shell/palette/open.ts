import { atom, useSetAtom } from 'jotai';
import { useShortcuts } from '../../kit/ui/keyboard.ts';

/** The open overlay: palette, list of shortcuts, or none. */
export const overAtom = atom<'palette' | 'shortcuts' | null>(null);

/** Shift+F and Ctrl+K open the palette, `?` the shortcuts. */
export function useOpeningKeys(): void {
  const open = useSetAtom(overAtom);
  useShortcuts('global', { palette: () => open('palette'), help: () => open('shortcuts') });
}
