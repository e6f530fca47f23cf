import { useSyncExternalStore } from 'react';
import { readKept, writeKept } from './kept.ts';

export type Density = 'compact' | 'comfortable';

const KEY = 'lobby.density';
const touch = window.matchMedia('(pointer: coarse)');
const listeners = new Set<() => void>();
let density: Density = readKept(KEY) === 'comfortable' ? 'comfortable' : 'compact';

function show() {
  document.documentElement.dataset.density = density;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setDensity(next: Density) {
  density = next;
  writeKept(KEY, next);
  show();
}

show();
touch.addEventListener('change', show);

/** Interface by which the choice is synchronized between the user's devices. */
export const densityChoice = {
  now: () => density,
  take: (value: string) => {
    if (value === 'compact' || value === 'comfortable') setDensity(value);
  },
  onChange: subscribe,
};

/** Height of list rows in px: 36, or 44 if chosen or on touch devices; stored in this browser. */
export function useDensity(): { density: Density; rowHeight: 36 | 44; setDensity: (density: Density) => void } {
  const rowHeight = () => (density === 'comfortable' || touch.matches ? 44 : 36);
  return {
    density: useSyncExternalStore(subscribe, () => density),
    rowHeight: useSyncExternalStore(subscribe, rowHeight),
    setDensity,
  };
}
