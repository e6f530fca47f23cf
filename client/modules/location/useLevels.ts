import type { ListedOf } from '@lobby/shared/kit/definition.ts';
import { location } from '@lobby/shared/modules/location.ts';
import { readAll } from '../../kit/http/read-all.ts';
import type { Query } from '../../kit/live/useQuery.ts';
import { useRows } from '../../kit/live/useRows.ts';

export type Level = ListedOf<typeof location>;

/** All levels, oldest first; reloads completely on any change, since they are few. */
export function useLevels(): Query<Level[]> {
  return useRows(location, { read: readAll, follow: location.code, delay: 100 });
}
