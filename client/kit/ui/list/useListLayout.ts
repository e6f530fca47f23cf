import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { FOLDS_BELOW } from './columns/columns.ts';

const phone = window.matchMedia('(max-width: 639.98px)');

function subscribe(listener: () => void) {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

/** Whether rows are cards (phones), and their width in px. */
export function useListLayout(box: RefObject<HTMLElement | null>): { cards: boolean; room: number } {
  const cards = useSyncExternalStore(subscribe, () => phone.matches);
  const [room, setRoom] = useState(FOLDS_BELOW);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    setRoom(element.clientWidth);
    const observer = new ResizeObserver(() => {
      // Synchronously before paint, otherwise rows would be squeezed for a frame.
      flushSync(() => setRoom(element.clientWidth));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return { cards, room };
}
