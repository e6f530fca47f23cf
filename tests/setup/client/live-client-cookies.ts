import { transport } from '../../../client/kit/http/token.ts';

/** Keeps the cookie of the client's transport, as Node does not. */
export function keepCookies(): void {
  let cookie = '';
  transport.fetch = async (url, init) => {
    const headers = new Headers(init.headers);
    if (cookie) headers.set('Cookie', cookie);
    const answer = await fetch(url, { ...init, headers });
    cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? cookie;
    return answer;
  };
}
