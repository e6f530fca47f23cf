import { atom, useSetAtom } from 'jotai';
import { useShortcuts } from '../../kit/ui/keyboard.ts';

/** What lies over the screen: the palette, the page of shortcuts, or nothing. */
export const overAtom = atom<'palette' | 'shortcuts' | null>(null);

/** Shift+F and Ctrl+K open the palette, `?` the shortcuts. */
export function useOpeningKeys(): void {
  const open = useSetAtom(overAtom);
  useShortcuts('global', { palette: () => open('palette'), help: () => open('shortcuts') });
}
