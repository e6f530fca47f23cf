import type { AnswerOf, Contract, GivenTo, InputOf, PathOf } from '@lobby/shared/kit/contract.ts';
import { type Call, type Method, request } from '../http/api.ts';
import type { Checked } from '../http/contract.ts';
import { fillPath } from '../http/query.ts';
import { type Query, type QueryOptions, useQuery } from './useQuery.ts';

/** Reads by a method other than GET, which take a body, name their method. */
type MethodOf<C extends Contract> = C['method'] extends 'get' ? { method?: 'GET' } : { method: Uppercase<C['method']> };
type Options<C extends Contract> = InputOf<C> & MethodOf<C> & Omit<QueryOptions<AnswerOf<C>>, 'query'>;
type Nothing = null | undefined | false | '';
type Given = Checked & { method?: Method } & QueryOptions<unknown>;

/** Sends the body that stands as a text in the query, by which `useQuery` sees that it is another one. */
const readBy =
  (method: Method) =>
  async (path: string, { query, ...call }: Call): Promise<unknown> =>
    (await request<unknown>(method, path, { ...call, body: JSON.parse(String(query?.body)) })).data;

/**
 * `useQuery` of a route by its contract, whose type alone is imported: `useContract<typeof owes>('/bill/units/:unitId/owes',
 * unitId && { params: { unitId } })`. Without an input (null, false, an empty text) nothing is read yet.
 */
export function useContract<C extends Contract>(
  path: PathOf<C>,
  ...input: GivenTo<C, Options<C> | Nothing>
): Query<AnswerOf<C>>;
export function useContract(path: string, ...input: unknown[]): Query<unknown> {
  const [call] = input;
  // Safe cast: what callers may give stands above.
  const { params, method, body, ...options } = (call || {}) as Given;
  return useQuery<unknown>(
    input.length > 0 && !call ? null : fillPath(path, params),
    method ? { ...options, query: { body: JSON.stringify(body) }, read: readBy(method) } : options,
  );
}
