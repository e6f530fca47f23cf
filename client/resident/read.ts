import { useEffect } from 'react';
import { call } from './api.ts';
import { useEvents } from './live.ts';

const ID = /^[0-9a-f]{24}$/;
/** Pages that show all that their modules tell of: whoever is there has read it. */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  bills: ['FEE_NOTICE', 'DEBT_TRACKING', 'RECEIPT', 'PAYMENT'],
  payments: ['FEE_NOTICE', 'DEBT_TRACKING', 'RECEIPT', 'PAYMENT'],
  parcels: ['PARCEL'],
  handover: ['HANDOVER'],
};

/** What whoever has a page open has read by it; null where that tells nothing. */
function readOn(page: string, id: string | undefined): { entityId: string[] } | { module: readonly string[] } | null {
  const module = SHOWN_BY[page];
  if (module) return { module };
  return id && ID.test(id) ? { entityId: [id] } : null;
}

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
