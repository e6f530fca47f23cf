import type { AnswerOf, Contract, InputOf, PathOf } from '@lobby/shared/kit/contract.ts';
import { fillPath, type Plain, toQuery } from '../kit/http/query.ts';
import { call, type Sent } from './api.ts';
import { type Reading, useReading } from './live.ts';

/** What a call of a contract holds, once the compiler has checked it. */
interface Checked extends Pick<Sent, 'body' | 'key' | 'unitId'> {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, Plain>>;
}

function addressOf(path: string, { params, query = {} }: Checked): string {
  const text = toQuery(query);
  return fillPath(path, params) + (text && `?${text}`);
}

/** `useReading` of a route by its contract, whose type alone is imported. Without an input nothing is read yet. */
export const useContract = <C extends Contract>(
  path: PathOf<C>,
  input: InputOf<C> | null | undefined | false | '',
  modules: readonly string[] = [],
): Reading<AnswerOf<C>> =>
  // Safe cast: `InputOf` has checked each part by its schema, which reads text, lists and objects of text.
  useReading<AnswerOf<C>>(input ? addressOf(path, input as Checked) : null, modules);

/** `call` of a route by its contract, whose type alone is imported. */
export async function callContract<C extends Contract>(
  method: Uppercase<C['method']>,
  path: PathOf<C>,
  input: InputOf<C> & Pick<Sent, 'key' | 'unitId'>,
): Promise<AnswerOf<C>> {
  // Safe cast: as above.
  const { params, query, ...sent } = input as Checked;
  return call<AnswerOf<C>>(addressOf(path, { params, query }), { ...sent, method });
}
