import type { AnswerOf, Contract, GivenTo, InputOf, PathOf } from '@lobby/shared/kit/contract.ts';
import { type Answer, type Call, request } from './api.ts';
import { fillPath } from './query.ts';

/** What a call of a contract holds, once the compiler has checked it. */
export type Checked = Pick<Call, 'query' | 'body'> & { params?: Readonly<Record<string, string>> };

/** Calls a route by its contract, whose type alone is imported: `callContract<typeof send>('POST', '/notice/:id/send', { params, body })`. Throws `ApiError`. */
export async function callContract<C extends Contract>(
  method: Uppercase<C['method']>,
  path: PathOf<C>,
  ...[sent]: GivenTo<C, InputOf<C> & Omit<Call, 'query' | 'body'>>
): Promise<Answer<AnswerOf<C>>> {
  // Safe cast: `InputOf` has checked each part by its schema, which reads text, lists and objects of text.
  const { params, ...call } = (sent ?? {}) as Checked & Call;
  return request<AnswerOf<C>>(method, fillPath(path, params), call);
}
