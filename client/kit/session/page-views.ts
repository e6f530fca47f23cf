import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { request } from '../http/api.ts';

/** Name of the screen at a path: its words without ids; null if there is none. */
export function screenOf(path: string): string | null {
  const words = path.split('/').filter(part => /^[a-z]+(-[a-z]+)*$/.test(part));
  if (words[0] !== 'projects') return words.length > 0 ? words.slice(0, 3).join('/') : null;
  return words.length > 1 ? words.slice(1, 4).join('/') : 'home';
}

/** Reports opened screens to the server, without naming the user. */
export function usePageViews(): void {
  const screen = screenOf(useLocation().pathname);
  useEffect(() => {
    if (!screen) return;
    // Screens left within three seconds do not count as viewed.
    const timer = setTimeout(() => {
      void request('POST', '/page-views', { body: { screen } }).catch(() => undefined);
    }, 3000);
    return () => clearTimeout(timer);
  }, [screen]);
}
