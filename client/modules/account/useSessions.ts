import { useEffect } from 'react';
import { onSaid } from '../../kit/live/live.ts';
import { type Query, useQuery } from '../../kit/live/useQuery.ts';

/** A session of the user. */
export interface Place {
  id: string;
  browser: string;
  system: string;
  address: string;
  begunAt: string | null;
  seenAt: string;
  current: boolean;
}

const OF_NO_PROJECT = {};

/** Sessions of the user; reloads when one starts or ends elsewhere. */
export function useSessions(): Query<readonly Place[]> {
  const query = useQuery<readonly Place[]>('/auth/sessions', { scope: OF_NO_PROJECT });
  const { again } = query;
  useEffect(() => onSaid('account', () => void again()), [again]);
  return query;
}
