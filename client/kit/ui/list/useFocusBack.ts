import { useStore } from 'jotai';
import { type RefObject, useEffect, useRef } from 'react';
import { useListModel } from './model/model.ts';

/** Makes the open record the current row; when it closes, the list gets the focus, so that keys continue there. */
export function useFocusBack(box: RefObject<HTMLElement | null>): void {
  const { state, current } = useListModel();
  const store = useStore();
  const opened = useRef(state.open);
  useEffect(() => {
    const before = opened.current;
    opened.current = state.open;
    if (state.open !== null) store.set(current, ({ ring }) => ({ id: state.open, ring }));
    if (before === null || state.open !== null) return;
    // The drawer returns the focus to its opener, if that still exists.
    const timer = setTimeout(() => {
      const { activeElement, body } = document;
      if (!activeElement || activeElement === body) box.current?.focus({ preventScroll: true });
    }, 50);
    return () => clearTimeout(timer);
  }, [state.open, store, current, box]);
}
