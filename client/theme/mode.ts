import { useSyncExternalStore } from 'react';
import { readKept, writeKept } from './kept.ts';

export const MODES = ['light', 'dark', 'system'] as const;
export type Mode = (typeof MODES)[number];

const KEY = 'lobby.mode';
const system = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let mode: Mode = MODES.find(candidate => candidate === readKept(KEY)) ?? 'system';

const shown = (): 'light' | 'dark' => (mode === 'system' ? (system.matches ? 'dark' : 'light') : mode);

function show() {
  const root = document.documentElement;
  root.classList.toggle('dark', shown() === 'dark');
  root.classList.toggle('light', shown() === 'light');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setMode(next: Mode) {
  mode = next;
  writeKept(KEY, next);
  show();
}

// Importing this module sets the class on the page, before the first paint.
show();
system.addEventListener('change', show);
// Paper is white.
window.addEventListener('beforeprint', () => {
  document.documentElement.classList.replace('dark', 'light');
});
window.addEventListener('afterprint', show);

/** Interface by which the choice is synchronized between the user's devices. */
export const modeChoice = {
  now: () => mode,
  take: (value: string) => {
    const chosen = MODES.find(option => option === value);
    if (chosen) setMode(chosen);
  },
  onChange: subscribe,
};

/** The colour mode: chosen, shown, and a setter; stored in this browser. */
export function useColorMode(): { mode: Mode; shown: 'light' | 'dark'; setMode: (mode: Mode) => void } {
  return { mode: useSyncExternalStore(subscribe, () => mode), shown: useSyncExternalStore(subscribe, shown), setMode };
}
