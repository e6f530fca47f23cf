import { atom, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { usePreference } from '../../kit/preferences.ts';
import { belongsElsewhere } from '../../kit/ui/list/keys.ts';

/** What lies over the screen: the palette, the page of shortcuts, or nothing. */
export const overAtom = atom<'palette' | 'shortcuts' | null>(null);

/** Shift+F and Ctrl+K open the palette, `?` the shortcuts; never in a field, while composing or over a dialog. */
export function useOpeningKeys(): void {
  const open = useSetAtom(overAtom);
  const [singles] = usePreference('singleKeys', true);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (belongsElsewhere(event)) return;
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const letter = key.toLowerCase();
      const modified = ctrlKey || metaKey;
      const palette = modified ? letter === 'k' && !shiftKey : shiftKey && letter === 'f' && singles;
      const shortcuts = key === '?' && !modified && singles;
      if (altKey || !(palette || shortcuts)) return;
      event.preventDefault();
      open(palette ? 'palette' : 'shortcuts');
    };
    // After the lists, which have a page of shortcuts with their own acts.
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [open, singles]);
}
