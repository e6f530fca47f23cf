import { useSyncExternalStore } from 'react';

const BASE = '/resident';
const read = () => location.pathname.slice(BASE.length).replace(/\/$/, '') || '/';
const listeners = new Set<() => void>();
addEventListener('popstate', () => {
  for (const tell of listeners) tell();
});

/** Goes to a page of the app; instead of the one that is shown, where going back is to skip it. */
export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', BASE + path);
  for (const tell of listeners) tell();
  scrollTo(0, 0);
}

/** The page of the address: `/chat/6b04…` as its parts. */
export function usePath(): string[] {
  const path = useSyncExternalStore(listener => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, read);
  return path.split('/').filter(Boolean);
}
