import { useEffect } from 'react';
import { call } from './api.ts';
import { useEvents } from './live.ts';
import { readOn } from './read-on.ts';

/** Marks notifications as read on all devices when their record, or a page that shows all of its kind, is open. */
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
