import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { request } from '../http/api.ts';

/** The name of the screen at a path: its words, never an id; null where it has none. */
export function screenOf(path: string): string | null {
  const words = path.split('/').filter(part => /^[a-z]+(-[a-z]+)*$/.test(part));
  if (words[0] !== 'projects') return words.length > 0 ? words.slice(0, 3).join('/') : null;
  return words.length > 1 ? words.slice(1, 4).join('/') : 'home';
}

/** Tells the server which screens are opened, so that it is known which ones matter; nobody is named. */
export function usePageViews(): void {
  const screen = screenOf(useLocation().pathname);
  useEffect(() => {
    if (!screen) return;
    // Passed through on the way to another one, it was not looked at.
    const timer = setTimeout(() => {
      void request('POST', '/page-views', { body: { screen } }).catch(() => undefined);
    }, 1000);
    return () => clearTimeout(timer);
  }, [screen]);
}
