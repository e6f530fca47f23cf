import { atom } from 'jotai';
import { useEffect } from 'react';
import { store } from '../../../base/store.ts';

/** Title of the open record; null if none is open. */
export const openTitleAtom = atom<string | null>(null);

/** Sets the title of the open record while mounted. */
export function useOpenTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    store.set(openTitleAtom, title);
    return () => store.set(openTitleAtom, null);
  }, [title]);
}
