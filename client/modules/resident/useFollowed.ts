import { resident } from '@lobby/shared/modules/resident.ts';
import { type Query, useQuery } from '../../kit/live/useQuery.ts';

/** Query about all residents that reloads on changes. */
export function useFollowed<T>(path: string): Query<readonly T[]> {
  return useQuery<readonly T[]>(path, { follow: resident.code, delay: 500 });
}
