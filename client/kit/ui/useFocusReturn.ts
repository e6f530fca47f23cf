import { useEffect, useLayoutEffect, useRef } from 'react';

/** What closes a layer gives the focus back by then, where it does at all. */
const SETTLED_MS = 60;

/** Gives the focus back to where it was before a layer was shown: one that is taken away whole leaves it on nothing, and keys go nowhere. */
export function useFocusReturn(open: boolean): void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  useEffect(() => {
    if (!open) return;
    return () => {
      setTimeout(() => {
        const { activeElement, body } = document;
        const { current } = before;
        if (activeElement && activeElement !== body) return;
        if (current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true });
      }, SETTLED_MS);
    };
  }, [open]);
}
