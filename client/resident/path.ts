import { useSyncExternalStore } from 'react';

const BASE = '/resident';
const read = () => location.pathname.slice(BASE.length).replace(/\/$/, '') || '/';
const listeners = new Set<() => void>();
addEventListener('popstate', () => {
  for (const tell of listeners) tell();
});

/** Navigates to a page of the app; `replace` if going back should skip the current one. */
export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', BASE + path);
  for (const tell of listeners) tell();
  scrollTo(0, 0);
}

/** The parts of the current path: `/chat/6b04…`. */
export function usePath(): string[] {
  const path = useSyncExternalStore(listener => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, read);
  return path.split('/').filter(Boolean);
}
