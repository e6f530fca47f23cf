import { beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { ApiError, request, requestFile } from '../../../client/kit/http/api.ts';
import { readAll, readFirst } from '../../../client/kit/http/read-all.ts';
import { accessToken, readToken, refreshToken, setAccessToken, transport } from '../../../client/kit/http/token.ts';
import {
  endSession,
  restoreSession,
  sessionAtom,
  signIn,
  signOut,
  watchSession,
} from '../../../client/kit/session/session.ts';

interface Sent {
  url: string;
  headers: Headers;
  body: unknown;
  method: string | undefined;
}
type Reply = [status: number, body: unknown, headers?: Record<string, string>];

let sent: Sent[] = [];
let replies: (Reply | Error)[] = [];
let refreshes: Reply[] = [];

// The clock of the server is an hour behind.
const issued = Math.floor(Date.now() / 1000) - 3600;
const tokenOf = (sub: string, left = 600) => `x.${btoa(JSON.stringify({ sub, iat: issued, exp: issued + left }))}.y`;
const refusal = (status: number, code: string, data?: unknown): Reply => [
  status,
  { code, error: { statusCode: status, code, message: 'Words.', data }, requestId: 'r1' },
];
const ok = (data: unknown, headers?: Record<string, string>): Reply => [200, { code: 'SUCCESS', data }, headers];

beforeEach(() => {
  [sent, replies, refreshes] = [[], [], []];
  setAccessToken(null);
  store.set(sessionAtom, { state: 'restoring' });
  transport.fetch = async (url, init) => {
    sent.push({ url, headers: new Headers(init.headers), body: init.body, method: init.method });
    const reply = (url.includes('/auth/refresh') ? refreshes : replies).shift();
    if (!reply || reply instanceof Error) throw reply ?? new TypeError('no reply');
    const [status, body, headers] = reply;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
  };
});

describe('a call', () => {
  it('says who asks, where, and how often it may come true', async () => {
    setAccessToken(tokenOf('u'));
    replies = [ok({ id: 1 })];
    const { data } = await request('POST', '/label', { projectId: 'p', unitId: 'n', body: { name: 'x' } });
    expect(data).toEqual({ id: 1 });
    const headers = sent[0]?.headers;
    expect(headers?.get('Authorization')).toBe(`Bearer ${accessToken()}`);
    expect([headers?.get('X-Project-Id'), headers?.get('X-Unit-Id')]).toEqual(['p', 'n']);
    expect(headers?.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
    expect(headers?.get('Accept-Language')).toBe('vi');
    expect(sent[0]).toMatchObject({ url: '/api/label', body: '{"name":"x"}' });
  });

  it('reads where a list stands', async () => {
    replies = [ok([], { 'Content-Range': 'items 0-19/1234', 'X-Next-Cursor': 'abc' })];
    const answer = await request('GET', '/label', { query: { limit: 20, filter: { q: 'a b' } } });
    expect(answer).toMatchObject({ total: 1234, cursor: 'abc' });
    expect(sent[0]?.url).toBe('/api/label?limit=20&filter[q]=a%20b');
  });

  it.each<[string, Reply | Error, Partial<ApiError>]>([
    [
      'a refusal',
      refusal(422, 'TEXT_FORBIDDEN', { fields: { a: { code: 'X' } } }),
      {
        status: 422,
        code: 'TEXT_FORBIDDEN',
        message: 'Words.',
        requestId: 'r1',
        passing: false,
        fields: { a: { code: 'X' } },
      },
    ],
    ['no network', new TypeError('down'), { status: 0, code: 'FAIL', passing: true }],
    ['a proxy’s page', [502, '<html>'], { status: 502, code: 'SERVER_ERROR', passing: true }],
    ['half an answer', [200, '{"code":"SUCC'], { status: 0, code: 'FAIL', passing: true }],
    [
      'too many',
      [429, { code: 'TOO_MANY_REQUESTS' }, { 'Retry-After': '7' }],
      { status: 429, retryAfter: 7, passing: true },
    ],
  ])('that meets %s throws what it is', async (_name, reply, error) => {
    replies = [reply];
    const thrown = await request('GET', '/label').catch(failure => failure);
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).toMatchObject(error);
  });

  it('reads a list page after page, to its end or as far as it is wanted', async () => {
    const page = (length: number) => ok(Array.from({ length }, (_, n) => ({ id: n })));
    replies = [page(100), page(3)];
    expect(await readAll('/card', { projectId: 'p' })).toHaveLength(103);
    replies = [page(100), page(100), page(100)];
    expect(await readFirst(201)('/card', { projectId: 'p' })).toHaveLength(201);
    replies = [page(100), page(100), page(100)];
    expect(await readFirst(150)('/card', { projectId: 'p' })).toHaveLength(150);
    expect(replies).toHaveLength(1);
  });

  it('that was given up is not a failure of the network', async () => {
    const abort = new AbortController();
    transport.fetch = async () => {
      abort.abort();
      throw abort.signal.reason;
    };
    await expect(request('GET', '/label', { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('takes a file with its name', async () => {
    replies = [
      [200, 'rows', { 'Content-Disposition': 'attachment; filename="x.xlsx"; filename*=UTF-8\'\'y%C3%AAu.xlsx' }],
    ];
    const { file, name } = await requestFile('/label/export');
    expect([await file.text(), name]).toEqual(['rows', 'yêu.xlsx']);
  });
});

describe('a token that ran out', () => {
  it('is renewed once for all who ask at the same time, and the calls repeated with their keys', async () => {
    setAccessToken(tokenOf('u'));
    const next = `${tokenOf('u')}2`;
    replies = [refusal(401, 'UNAUTHORIZED'), refusal(401, 'UNAUTHORIZED'), ok(1), ok(2)];
    refreshes = [ok({ accessToken: next })];
    const answers = await Promise.all([request('POST', '/a'), request('POST', '/b')]);
    expect(answers.map(answer => answer.data)).toEqual([1, 2]);
    expect(sent.filter(({ url }) => url.includes('/auth/refresh'))).toHaveLength(1);
    const keys = (url: string) => sent.filter(one => one.url === url).map(one => one.headers.get('Idempotency-Key'));
    expect(new Set(keys('/api/a')).size).toBe(1);
    expect(sent.at(-1)?.headers.get('Authorization')).toBe(`Bearer ${next}`);
  });

  it('is taken from the tab that renewed it first, which tells its own to the others', async () => {
    const stop = watchSession();
    const other = new BroadcastChannel('lobby-session');
    const told: string[] = [];
    other.onmessage = ({ data }) => void (data.token && told.push(data.token));
    store.set(sessionAtom, {
      state: 'in',
      me: { user: { id: 'u', name: 'U', email: null }, employees: [], units: [] },
    });
    setAccessToken(tokenOf('u'));
    const theirs = `${tokenOf('u')}theirs`;
    await navigator.locks.request('lobby.refresh', async () => {
      void refreshToken();
      other.postMessage({ token: theirs });
      await vi.waitFor(() => expect(accessToken()).toBe(theirs));
    });
    expect(await refreshToken()).toBe('refreshed');
    expect(sent).toEqual([]);
    const mine = `${tokenOf('u')}mine`;
    refreshes = [ok({ accessToken: mine })];
    expect(await refreshToken()).toBe('refreshed');
    await vi.waitFor(() => expect(told).toEqual([tokenOf('u'), mine]));
    setAccessToken(null);
    other.postMessage({ token: theirs });
    await new Promise(heard => setTimeout(heard, 50));
    expect(accessToken()).toBeNull();
    other.close();
    stop();
  });

  it('ends the session at the second 401, and not while the network is away', async () => {
    const stop = watchSession();
    const person = { user: { id: 'u', name: 'U', email: null }, employees: [] };
    replies = [ok({ accessToken: tokenOf('u'), ...person })];
    await signIn('a', 'b');
    replies = [refusal(401, 'UNAUTHORIZED')];
    await expect(request('GET', '/a')).rejects.toMatchObject({ code: 'FAIL' });
    expect(store.get(sessionAtom).state).toBe('in');
    replies = [refusal(401, 'UNAUTHORIZED')];
    refreshes = [refusal(401, 'SESSION_ENDED')];
    await expect(request('GET', '/a')).rejects.toMatchObject({ status: 401 });
    expect(store.get(sessionAtom)).toEqual({ state: 'out', reason: 'expired' });
    stop();
  });

  it('keeps for the sign-in whose session it was and why it ended', async () => {
    const stop = watchSession();
    const user = { id: 'u', name: 'U', email: 'u@example.test' };
    store.set(sessionAtom, { state: 'in', me: { user, employees: [], units: [] } });
    setAccessToken(tokenOf('u'));
    replies = [refusal(401, 'UNAUTHORIZED')];
    refreshes = [refusal(401, 'SESSION_ENDED', { reason: 'PASSWORD' })];
    await expect(request('GET', '/a')).rejects.toMatchObject({ status: 401 });
    expect(store.get(sessionAtom)).toEqual({
      state: 'out',
      reason: 'expired',
      endedBy: 'PASSWORD',
      email: user.email,
    });
    stop();
  });

  it('comes back when another tab of the browser signs in', async () => {
    const kept = new Map([['lobby.leaving', '']]);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, to: string) => kept.set(key, to),
    });
    vi.stubGlobal('document', { cookie: 'staff-signed-in=1', documentElement: { lang: 'en' } });
    store.set(sessionAtom, { state: 'out', reason: 'expired' });
    setAccessToken(null);
    const stop = watchSession();
    refreshes = [ok({ accessToken: tokenOf('u') })];
    replies = [ok({ user: { id: 'u', name: 'U', email: null }, employees: [] })];
    const tab = new BroadcastChannel('lobby-session');
    tab.postMessage({ entered: 'u' });
    await vi.waitFor(() => expect(store.get(sessionAtom).state).toBe('in'));
    tab.close();
    stop();
    vi.unstubAllGlobals();
  });

  it('is renewed before it does', async () => {
    vi.useFakeTimers();
    setAccessToken(tokenOf('u', 600));
    refreshes = [ok({ accessToken: tokenOf('u', 1200) })];
    await vi.advanceTimersByTimeAsync(470_000);
    expect(sent).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toHaveLength(1);
    expect(readToken(accessToken() ?? '').sub).toBe('u');
    vi.useRealTimers();
  });

  it('that turns out to be another person’s ends the session of this one', async () => {
    const stop = watchSession();
    store.set(sessionAtom, {
      state: 'in',
      me: { user: { id: 'u', name: 'U', email: null }, employees: [], units: [] },
    });
    setAccessToken(tokenOf('somebody'));
    expect(store.get(sessionAtom)).toEqual({ state: 'out', reason: 'replaced' });
    stop();
  });

  it('does not come back when the server has not heard that its owner left', async () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, to: string) => kept.set(key, to),
    };
    vi.stubGlobal('localStorage', storage);
    store.set(sessionAtom, {
      state: 'in',
      me: { user: { id: 'u', name: 'U', email: null }, employees: [], units: [] },
    });
    setAccessToken(tokenOf('u'));
    replies = [new TypeError('away')];
    await signOut();
    store.set(sessionAtom, { state: 'restoring' });
    [refreshes, replies] = [[ok({ accessToken: tokenOf('u') })], [ok(null)]];
    expect(await restoreSession()).toBeNull();
    expect(sent.at(-1)?.url).toBe('/api/auth/logout');
    expect(store.get(sessionAtom).state).toBe('out');
    expect(Object.fromEntries(kept)).toEqual({ 'lobby.leaving': '', 'lobby.marked': 'yes' });
    vi.unstubAllGlobals();
  });

  it('is not asked for where nobody was signed in, and once where the cookie has ended', async () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, to: string) => kept.set(key, to),
    };
    vi.stubGlobal('localStorage', storage);
    const restore = async () => {
      store.set(sessionAtom, { state: 'restoring' });
      refreshes = [refusal(401, 'UNAUTHORIZED')];
      sent = [];
      expect(await restoreSession()).toBeNull();
      expect(store.get(sessionAtom)).toEqual({ state: 'out', reason: 'none' });
      return sent.map(({ url }) => url);
    };
    setAccessToken(null);
    const asked = ['/api/auth/refresh?as=staff'];
    const page = { cookie: 'a=b; resident-signed-in=1' };
    vi.stubGlobal('document', page);
    expect(await restore()).toEqual([]);
    page.cookie = 'a=b; staff-signed-in=1';
    expect(await restore()).toEqual(asked);
    page.cookie = 'a=b';
    expect(await restore()).toEqual([]);
    // A user who signed in before this cookie was introduced.
    kept.clear();
    kept.set('lobby.leaving', '');
    expect(await restore()).toEqual(asked);
    expect(await restore()).toEqual([]);
    vi.unstubAllGlobals();
  });

  it('is forgotten with the session', () => {
    store.set(sessionAtom, {
      state: 'in',
      me: { user: { id: 'u', name: 'U', email: null }, employees: [], units: [] },
    });
    setAccessToken(tokenOf('u'));
    endSession('signed-out');
    expect(accessToken()).toBeNull();
  });
});
