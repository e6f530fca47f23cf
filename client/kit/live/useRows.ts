import type { ListQuery } from '@lobby/shared/kit/define-module.ts';
import type { Definition, ListedOf, OptionOf, RowOf } from '@lobby/shared/kit/definition.ts';
import { type Call, request } from '../http/api.ts';
import { filterValues } from '../http/query.ts';
import { type Query, type QueryOptions, useQuery } from './useQuery.ts';

/** Nothing to read yet, or nothing that this reader may read. */
type Nothing = null | undefined | false | '';
type Options<T> = Omit<QueryOptions<T>, 'query'>;

export interface Rows<D extends Definition> extends Query<ListedOf<D>[]> {
  /** Number of all records of the filter; null before the answer, and if pages are read one after another. */
  total: number | null;
}

/** Totals of answers, which come in a header. */
const totals = new WeakMap<object, number>();

async function readPage<T extends object>(path: string, call: Call): Promise<T> {
  const { data, total } = await request<T>('GET', path, call);
  if (total !== undefined) totals.set(data, total);
  return data;
}

/** `useQuery` of a definition's list. */
export function useRows<const D extends Definition>(
  definition: D | Nothing,
  { filter, sort, limit, ...options }: ListQuery<D> & Options<ListedOf<D>[]> = {},
): Rows<D> {
  const rows = useQuery<ListedOf<D>[]>(definition ? definition.path : null, {
    read: readPage,
    ...options,
    query: { limit, sort, filter: filter && filterValues(filter) },
  });
  return Object.assign(rows, { total: (rows.data && totals.get(rows.data)) ?? null });
}

/** `useQuery` of a record with all its fields; in a drawer `useRecord` is the live one. */
export const useDetail = <const D extends Definition>(
  definition: D,
  id: string | Nothing,
  options?: Options<RowOf<D>>,
): Query<RowOf<D>> => useQuery<RowOf<D>>(id ? `${definition.path}/${id}` : null, options);

/** `useQuery` of the options that a definition's records are in a select. */
export const useOptions = <const D extends Definition>(
  definition: D | Nothing,
  { filter, ...options }: Pick<ListQuery<D>, 'filter'> & Options<OptionOf<D>[]> = {},
): Query<OptionOf<D>[]> =>
  useQuery<OptionOf<D>[]>(definition ? `${definition.path}/options` : null, {
    ...options,
    query: { filter: filter && filterValues(filter) },
  });
