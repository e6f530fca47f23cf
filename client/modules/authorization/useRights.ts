import { position } from '@lobby/shared/modules/employee.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, dataOf, request } from '../../kit/api.ts';
import { followModule } from '../../kit/live.ts';
import { scopeAtom } from '../../kit/session.ts';
import type { Granted } from './grants.ts';

/** What a position may do, as the server tells it. */
export interface Rights {
  id: string;
  version: number;
  admin: boolean;
  permissions: Granted;
  holders: readonly { id: string; name: string }[];
}

const pathOf = (id: string) => `${position.path}/${id}/permissions`;

/** Reads what a position may do, once: to copy it. */
export async function readRights(scope: { projectId?: string }, id: string): Promise<Rights> {
  return (await request<Rights>('GET', pathOf(id), scope)).data;
}

/** What a position may do, live; `by` is the colleague who changed it while it was open. */
export function useRights(id: string) {
  const scope = useAtomValue(scopeAtom);
  const [rights, setRights] = useState<Rights | null>(null);
  const [failed, setFailed] = useState(false);
  const [by, setBy] = useState<string | null>(null);
  const version = useRef(0);
  const take = useCallback((next: Rights) => {
    if (next.version < version.current) return;
    version.current = next.version;
    setRights(next);
    setFailed(false);
  }, []);
  const read = useCallback(() => readRights(scope, id).then(take, () => setFailed(true)), [scope, id, take]);
  useEffect(() => {
    void read();
    return followModule(scope, position.code, notice => {
      if (notice.kind === 'resync') return void read();
      const { event, mine } = notice;
      if (event.entityId !== id || event.version <= version.current) return;
      if (!mine && event.action === 'permissions') setBy(event.actor?.name ?? '');
      void read();
    });
  }, [read, scope, id]);
  const save = async (permissions: Granted): Promise<'saved' | 'stale'> => {
    try {
      const body = { version: version.current, permissions };
      take((await request<Rights>('PUT', pathOf(id), { ...scope, body })).data);
      setBy(null);
      return 'saved';
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'DATA_STALE') throw error;
      const { current } = dataOf<{ current: Rights }>(error.data);
      if (current) take(current);
      setBy(known => known ?? '');
      return 'stale';
    }
  };
  return { rights, failed, by, seen: () => setBy(null), reload: () => void read(), save };
}
