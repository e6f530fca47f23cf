import { type Level as Bare, location } from '@lobby/shared/modules/location.ts';
import { readAll } from '../../kit/http/read-all.ts';
import { type Query, useQuery } from '../../kit/live/useQuery.ts';

/** A level as it is stored now. */
export type Level = Bare & { version: number };

/** All levels, those made first on top, read again after any change: they are few. */
export function useLevels(): Query<readonly Level[]> {
  return useQuery<readonly Level[]>(location.path, { read: readAll, follow: location.code, delay: 100 });
}
