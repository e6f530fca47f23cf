import { type Level as Bare, location } from '@lobby/shared/modules/location.ts';
import { readAll } from '../../kit/http/read-all.ts';
import { type Query, useQuery } from '../../kit/live/useQuery.ts';

export type Level = Bare & { version: number };

/** All levels, oldest first; reloads completely on any change, since they are few. */
export function useLevels(): Query<readonly Level[]> {
  return useQuery<readonly Level[]>(location.path, { read: readAll, follow: location.code, delay: 100 });
}
