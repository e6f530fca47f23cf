import { useEffect } from 'react';
import { onSaid } from '../../kit/live/live.ts';
import { type Query, useQuery } from '../../kit/live/useQuery.ts';

/** A place where one is signed in. */
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

/** Where one is signed in, as it is now: what begins or ends elsewhere is heard. */
export function useSessions(): Query<readonly Place[]> {
  const query = useQuery<readonly Place[]>('/auth/sessions', { scope: OF_NO_PROJECT });
  const { again } = query;
  useEffect(() => onSaid('account', () => void again()), [again]);
  return query;
}
