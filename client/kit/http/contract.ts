import type { AnswerOf, Contract, GivenTo, InputOf, PathOf } from '@lobby/shared/kit/contract.ts';
import { type Answer, type Call, type Method, request } from './api.ts';
import { fillPath } from './query.ts';

/** Input of a call without its contract's type, which the compiler has checked before. */
export interface Checked extends Pick<Call, 'query' | 'body'> {
  params?: Readonly<Record<string, string>>;
}

/** Calls a route by its contract, whose type alone is imported: `callContract<typeof send>('POST', '/notice/:id/send', { params, body })`. Throws `ApiError`. */
export function callContract<C extends Contract>(
  method: Uppercase<C['method']>,
  path: PathOf<C>,
  ...sent: GivenTo<C, InputOf<C> & Omit<Call, 'query' | 'body'>>
): Promise<Answer<AnswerOf<C>>>;
export async function callContract(method: string, path: string, ...sent: unknown[]): Promise<Answer<unknown>> {
  // Safe cast: what callers may give stands above.
  const { params, ...call } = (sent[0] ?? {}) as Checked & Call;
  return request<unknown>(method as Method, fillPath(path, params), call);
}
