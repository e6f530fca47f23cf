import { atom, useSetAtom } from 'jotai';
import { useEffect } from 'react';

const asking = atom(0);
/** Whether a screen, such as one used on a tablet, needs the width of the menu. */
export const wantsRoomAtom = atom(get => get(asking) > 0);

/** Reduces the menu to icons while mounted. */
export function useRoom(): void {
  const ask = useSetAtom(asking);
  useEffect(() => {
    ask(before => before + 1);
    return () => ask(before => before - 1);
  }, [ask]);
}
