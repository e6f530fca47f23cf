import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { ownSessions } from '@lobby/shared/kit/sessions.contract.ts';
import { useEffect } from 'react';
import { onSaid } from '../../../kit/live/live.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import type { Query } from '../../../kit/live/useQuery.ts';

/** A session of the user. */
export type Place = AnswerOf<typeof ownSessions>[number];

const OF_NO_PROJECT = {};

/** Sessions of the user; reloads when one starts or ends elsewhere. */
export function useSessions(): Query<Place[]> {
  const query = useContract<typeof ownSessions>('/auth/sessions', { scope: OF_NO_PROJECT });
  const { again } = query;
  useEffect(() => onSaid('account', () => void again()), [again]);
  return query;
}
