import type { AnswerOf, Contract, InputOf, PathOf } from '@lobby/shared/kit/contract.ts';
import type { Plain } from '@lobby/shared/kit/filter-schema.ts';
import { fillPath, toQuery } from '../../kit/http/query.ts';
import { call, type Sent } from './api.ts';
import { type Reading, useReading } from './live.ts';

type Nothing = null | undefined | false | '';

/** Input of a call without its contract's type, which the compiler has checked before. */
interface Checked extends Pick<Sent, 'body' | 'key' | 'unitId'> {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, Plain>>;
}

function addressOf(path: string, { params, query = {} }: Checked): string {
  const text = toQuery(query);
  return fillPath(path, params) + (text && `?${text}`);
}

/** `useReading` of a route by its contract, whose type alone is imported. Without an input nothing is read yet. */
export function useContract<C extends Contract>(
  path: PathOf<C>,
  input: InputOf<C> | Nothing,
  modules?: readonly string[],
): Reading<AnswerOf<C>>;
export function useContract(path: string, input: unknown, modules?: readonly string[]): Reading<unknown> {
  // Safe cast: what callers may give stands above.
  return useReading<unknown>(input ? addressOf(path, input as Checked) : null, modules);
}

/** `call` of a route by its contract, whose type alone is imported. */
export function callContract<C extends Contract>(
  method: Uppercase<C['method']>,
  path: PathOf<C>,
  input: InputOf<C> & Pick<Sent, 'key' | 'unitId'>,
): Promise<AnswerOf<C>>;
export async function callContract(method: string, path: string, input: unknown): Promise<unknown> {
  // Safe cast: as above.
  const { params, query, ...sent } = input as Checked;
  return call<unknown>(addressOf(path, { params, query }), { ...sent, method });
}
