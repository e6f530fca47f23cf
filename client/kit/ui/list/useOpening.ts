import { useMemo } from 'react';
import { useListModel } from './model/model.ts';

/** How long rows are held still from the press to the open detail, in ms. */
const OPENING_MS = 400;

/** Opens and closes records beside the list; switching between records replaces the history entry. */
export function useOpening() {
  const { list, state, change } = useListModel();
  const isOpen = state.open !== null;
  return useMemo(
    () => ({
      /** Holds the rows still, because something is about to open. */
      press() {
        list.attention.opening(true);
        setTimeout(() => list.attention.opening(false), OPENING_MS);
      },
      open: (id: string) => change({ open: id }, isOpen ? 'replace' : 'push'),
      close: () => change({ open: null }),
    }),
    [list, change, isOpen],
  );
}
