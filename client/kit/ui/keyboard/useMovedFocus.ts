import { useLayoutEffect, useRef } from 'react';

/** Id of the record last moved by keyboard, until it is rendered in its new place. */
let moved: string | null = null;

/** Announces that this record is about to be moved by keyboard. */
export function keepFocusOn(id: string): void {
  moved = id;
}

/** Ref of a record that can be moved by keyboard: it gets the focus again when rendered in another place. */
export function useMovedFocus(id: string) {
  const element = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    if (moved !== id) return;
    moved = null;
    // Not if the reader has moved the focus elsewhere.
    if (document.activeElement === document.body) element.current?.focus();
  }, [id]);
  return element;
}
