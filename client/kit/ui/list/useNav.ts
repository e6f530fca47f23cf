import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useListModel } from './model/model.ts';
import { useOpening } from './useOpening.ts';

/** Position of the open record in its list, with functions to move. */
export interface Nav {
  /** From 1; null if unknown, or if the record is not in the list. */
  position: number | null;
  total: number | null;
  /** Undefined at the end. */
  next?: () => void;
  previous?: () => void;
  close: () => void;
}

/** Neighbours of the open record in list order. */
export function useNav(): Nav {
  const { list, state } = useListModel();
  const view = useAtomValue(list.view);
  const { open, close } = useOpening();
  return useMemo(() => {
    const id = state.open ?? '';
    const step = (by: 1 | -1) => {
      const to = list.step(id, by);
      return to === null ? undefined : () => open(to);
    };
    const at = view.ids.indexOf(id);
    return { position: at < 0 ? null : at + 1, total: view.total, next: step(1), previous: step(-1), close };
  }, [list, view, state.open, open, close]);
}
