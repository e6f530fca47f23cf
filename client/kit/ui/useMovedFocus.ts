import { useLayoutEffect, useRef } from 'react';

/** What keys moved last, until it is drawn in its new place. */
let moved: string | null = null;

/** Keys are about to move this record to another place of its calendar. */
export function keepFocusOn(id: string): void {
  moved = id;
}

/** For the element of a record that keys move: drawn anew in another place, it has the focus again. */
export function useMovedFocus(id: string) {
  const element = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    if (moved !== id) return;
    moved = null;
    // The reader may be somewhere else by now.
    if (document.activeElement === document.body) element.current?.focus();
  }, [id]);
  return element;
}
