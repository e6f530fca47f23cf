import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { position } from '@lobby/shared/modules/employee.ts';
import type { grantRights, positionRights } from '@lobby/shared/modules/position.contract.ts';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { ApiError, dataOf } from '../../../kit/http/api.ts';
import { callContract } from '../../../kit/http/contract.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import type { Query } from '../../../kit/live/useQuery.ts';
import { scopeAtom } from '../../../kit/session/session.ts';
import type { Granted } from './grants.ts';

/** Permissions of a position, with its holders. */
export type Rights = AnswerOf<typeof positionRights>;

const newer = (next: Rights, before: Rights) => (next.version < before.version ? before : next);
const PATH = '/position/:id/permissions';

/** Loads the permissions of a position once, e.g. for copying. */
export async function readRights(scope: { projectId?: string }, id: string): Promise<Rights> {
  return (await callContract<typeof positionRights>('GET', PATH, { ...scope, params: { id } })).data;
}

/** Permissions of a position, live. `by` is the colleague who changed them while they were open. */
export function useRights(id: string) {
  const scope = useAtomValue(scopeAtom);
  const [by, setBy] = useState<string | null>(null);
  const query: Query<Rights> = useContract<typeof positionRights>(PATH, {
    params: { id },
    follow: position.code,
    delay: 0,
    onNotice: notice => {
      if (notice.kind === 'resync') return true;
      const { event, mine } = notice;
      if (event.entityId !== id || event.version <= version) return false;
      if (!mine && event.action === 'permissions') setBy(event.actor?.name ?? '');
      return true;
    },
    merge: newer,
  });
  const { data: rights, error, again, change } = query;
  const version = rights?.version ?? 0;
  const take = (next: Rights) => change(before => newer(next, before));
  const save = async (permissions: Granted): Promise<'saved' | 'stale'> => {
    try {
      const call = { ...scope, params: { id }, body: { version, permissions } };
      take((await callContract<typeof grantRights>('PUT', PATH, call)).data);
      setBy(null);
      return 'saved';
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'DATA_STALE') throw error;
      const { current } = dataOf<{ current: Rights }>(error.data);
      if (current) take(current);
      setBy(before => before ?? '');
      return 'stale';
    }
  };
  return { rights, failed: error !== null, by, seen: () => setBy(null), reload: () => void again(), save };
}
