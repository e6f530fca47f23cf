import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { request } from '../http/api.ts';
import { scopeAtom } from '../session/session.ts';
import { onSaid } from './socket.ts';

/** Marks the notifications about a record as read on all devices while it is open. */
export function useReadOnOpen(entityId: string, open: boolean): void {
  const { projectId = '' } = useAtomValue(scopeAtom);
  useEffect(() => {
    if (!open || !projectId) return;
    const read = () =>
      void request('PUT', '/histories/read-all', { projectId, body: { filter: { entityId: [entityId] } } }).catch(
        () => null,
      );
    read();
    return onSaid<{ module: string; action: string }>('event', ({ module, action }) => {
      if (module === 'NOTIFICATION' && action === 'create' && document.hasFocus()) read();
    });
  }, [entityId, open, projectId]);
}
