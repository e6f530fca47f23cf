import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Plain } from '@lobby/shared/kit/filter-schema.ts';
import { readAll } from '../../kit/http/read-all.ts';
import { type Query, useQuery } from '../../kit/live/useQuery.ts';

/** All records of a small definition, optionally filtered; reloaded after any change. */
export function useAll<R>({ path, code }: Definition, filter: Record<string, Plain> = {}): Query<readonly R[]> {
  return useQuery<readonly R[]>(path, { read: readAll, query: { filter }, follow: code, delay: 100 });
}
