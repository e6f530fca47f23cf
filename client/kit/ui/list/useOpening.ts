import { useMemo } from 'react';
import { useListModel } from './model/model.ts';

/** Rows stay still from the press to the open detail, ms. */
const OPENING_MS = 400;

/** Opens and closes records beside the list; one that is open gives way to the next without a step back in between. */
export function useOpening() {
  const { list, state, change } = useListModel();
  const isOpen = state.open !== null;
  return useMemo(
    () => ({
      /** Holds the rows still: something is about to be opened. */
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
