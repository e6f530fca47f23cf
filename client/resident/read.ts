import { useEffect } from 'react';
import { call } from './api.ts';
import { useEvents } from './live.ts';
import { readOn } from './read-on.ts';

/** Whoever has a record open, or a page that shows all of its kind, has read what they were told of it, on all their devices. */
export function useReadOnOpen(page: string, id: string | undefined): void {
  const read = () => {
    const filter = readOn(page, id);
    if (!filter || document.visibilityState !== 'visible') return;
    void call('/histories/read-all', { method: 'PUT', body: { filter } }).catch(() => null);
  };
  useEffect(read, [page, id]);
  useEvents(event => {
    if (event?.module === 'NOTIFICATION' && event.action === 'create') read();
  });
}
