import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { Mode } from './row-view.ts';

/** Below this much room the list folds, px. */
const FOLDS_BELOW = 720;
const phone = window.matchMedia('(max-width: 639.98px)');

function subscribe(listener: () => void) {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

/** How rows are drawn in the room there is: cards on a phone, folded beside a drawer, else all columns; and that room in px. */
export function useListLayout(box: RefObject<HTMLElement | null>, folds: boolean): { mode: Mode; room: number } {
  const cards = useSyncExternalStore(subscribe, () => phone.matches);
  const [room, setRoom] = useState(FOLDS_BELOW);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    setRoom(element.clientWidth);
    const observer = new ResizeObserver(() => {
      // Before the browser paints: rows would be seen squeezed for a frame.
      flushSync(() => setRoom(element.clientWidth));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return { mode: cards ? 'card' : folds && room < FOLDS_BELOW ? 'folded' : 'table', room };
}
