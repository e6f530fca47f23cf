import { atom, useSetAtom } from 'jotai';
import { useEffect } from 'react';

const asking = atom(0);
/** Whether a screen wants the room of the menu: work with a tablet in hand. */
export const wantsRoomAtom = atom(get => get(asking) > 0);

/** While this screen is there the menu is a bar of icons. */
export function useRoom(): void {
  const ask = useSetAtom(asking);
  useEffect(() => {
    ask(before => before + 1);
    return () => ask(before => before - 1);
  }, [ask]);
}
