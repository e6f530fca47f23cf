import { atom } from 'jotai';
import { useEffect } from 'react';
import { store } from '../../base/store.ts';

/** What the open record is called; null while none is open. */
export const openTitleAtom = atom<string | null>(null);

/** Tells what the open record is called, while it is on the screen. */
export function useOpenTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    store.set(openTitleAtom, title);
    return () => store.set(openTitleAtom, null);
  }, [title]);
}
