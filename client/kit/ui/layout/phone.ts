import { useSyncExternalStore } from 'react';

const narrow = window.matchMedia('(max-width: 767.98px)');

function subscribe(listener: () => void) {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** Whether the screen is narrower than 768 px. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}
