import { useEffect } from 'react';
import { call } from './api.ts';
import { useEvents } from './live.ts';

const ID = /^[0-9a-f]{24}$/;

/** Whoever has a record open has read what they were told of it, on all their devices. */
export function useReadOnOpen(id: string | undefined): void {
  const read = () => {
    if (!id || !ID.test(id) || document.visibilityState !== 'visible') return;
    void call('/histories/read-all', { method: 'PUT', body: { filter: { entityId: [id] } } }).catch(() => null);
  };
  useEffect(read, [id]);
  useEvents(event => {
    if (event?.module === 'NOTIFICATION' && event.action === 'create') read();
  });
}
