import type { ListQuery } from '@lobby/shared/kit/define-module.ts';
import type { Definition, ListedOf, OptionOf, RowOf } from '@lobby/shared/kit/definition.ts';
import { filterValues, toQuery } from '../../kit/http/query.ts';
import { type Reading, useReading } from './live.ts';

type Nothing = null | undefined | false | '';

/** What residents are answered of a record: other fields are for staff. */
type Seen<D extends Definition, T> = {
  [N in keyof T as N extends keyof D['fields'] ? (D['fields'][N] extends { staffOnly: true } ? never : N) : N]: T[N];
};
/** A row of a definition's list, as residents see it. */
export type SeenRow<D extends Definition> = Seen<D, ListedOf<D>>;
/** A record of a definition with all its fields, as residents see it. */
export type SeenRecord<D extends Definition> = Seen<D, RowOf<D>>;

/** `useReading` of a definition's list; the definition's type alone is imported. Without a query nothing is read yet. */
export function useRows<D extends Definition>(
  path: D['path'],
  query: ListQuery<D> | Nothing,
  modules?: readonly string[],
): Reading<SeenRow<D>[]> {
  const { filter, ...rest } = query || {};
  const text = toQuery({ ...rest, filter: filter && filterValues(filter) });
  return useReading(query ? path + (text && `?${text}`) : null, modules);
}

/** `useReading` of a record of a definition. */
export const useDetail = <D extends Definition>(
  path: D['path'],
  id: string | Nothing,
  modules?: readonly string[],
): Reading<SeenRecord<D>> => useReading(id ? `${path}/${id}` : null, modules);

/** `useReading` of the options that a definition's records are in a select. */
export const useOptions = <D extends Definition>(
  path: D['path'],
  modules?: readonly string[],
): Reading<OptionOf<D>[]> => useReading(`${path}/options`, modules);
