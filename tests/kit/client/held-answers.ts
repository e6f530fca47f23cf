import { transport } from '../../../client/kit/http/token.ts';

/** Pending request. */
export interface HeldRequest {
  /** Path below /api, without the query. */
  path: string;
  query: URLSearchParams;
  method: string | undefined;
  /** Body of the request, as a text. */
  body: unknown;
  /** Responds with data; `total` is the size of a list. */
  answer: (data: unknown, total?: number) => void;
  refuse: (status: number) => void;
}

/** Requests in the order of sending; the test responds in any order. */
export function holdAnswers(): HeldRequest[] {
  const held: HeldRequest[] = [];
  transport.fetch = (url, { signal, method, body }) =>
    new Promise((resolve, reject) => {
      const { pathname, searchParams } = new URL(url, 'http://lobby');
      const put = (status: number, body: object, headers = {}) =>
        resolve(new Response(JSON.stringify(body), { status, headers }));
      signal?.addEventListener('abort', () => reject(signal.reason));
      held.push({
        path: pathname.slice('/api'.length),
        query: searchParams,
        method,
        body,
        answer: (data, total) =>
          put(200, { data }, total === undefined ? {} : { 'Content-Range': `items 0-0/${total}` }),
        refuse: status => put(status, { code: 'NO' }),
      });
    });
  return held;
}
