import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useListModel } from './model/model.ts';
import { useOpening } from './useOpening.ts';

/** The open record's place in its list, and the way on from there. */
export interface Nav {
  /** From 1; null while it is not known, or when the record is not in the list. */
  position: number | null;
  total: number | null;
  /** Absent at the ends. */
  next?: () => void;
  previous?: () => void;
  close: () => void;
}

/** The open record's neighbours in the list's own order. */
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
