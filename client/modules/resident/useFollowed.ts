import { resident } from '@lobby/shared/modules/resident.ts';
import { type Query, useQuery } from '../../kit/live/useQuery.ts';

/** What a call about all residents answers, read again while others change them. */
export function useFollowed<T>(path: string): Query<readonly T[]> {
  return useQuery<readonly T[]>(path, { follow: resident.code, delay: 500 });
}
