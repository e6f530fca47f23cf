/** How the kit reaches the server; replaced by tests. */
export const transport = {
  /** Before `/api` and `/socket.io`; empty is the page's own. */
  origin: '',
  /** Id of the white label that the page is shown under; empty: by the host name. */
  whiteLabel: '',
  fetch: (url: string, init: RequestInit): Promise<Response> => fetch(url, init),
};

/** `ended`: the refresh cookie is no longer valid; `unreachable`: the network failed, the token may still be valid. */
export type Refreshed = 'refreshed' | 'ended' | 'unreachable';

type Listener = (token: string | null) => void;
const listeners = new Set<Listener>();
let token: string | null = null;
let running: Promise<Refreshed> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let endedBy: string | undefined;

const EARLY = 60_000;

/** The access token; it lives in memory only. */
export function accessToken(): string | null {
  return token;
}

/** Why the server did not renew the token, as far as it said so. */
export function whyEnded(): string | undefined {
  return endedBy;
}

/** The user and lifetime (ms) of a token; no instants, since the clock of an office PC may be minutes off. */
export function readToken(text: string): { sub: string; lifetime: number } {
  const payload = text.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  const claims: unknown = JSON.parse(atob(payload) || '{}');
  const claim = (name: string) =>
    typeof claims === 'object' && claims !== null ? Reflect.get(claims, name) : undefined;
  const lifetime = (Number(claim('exp') ?? 0) - Number(claim('iat') ?? 0)) * 1000;
  return { sub: String(claim('sub') ?? ''), lifetime };
}

/** Takes a new access token, and renews it before it ends; null forgets it. */
export function setAccessToken(next: string | null): void {
  token = next;
  clearTimeout(timer);
  if (next) {
    const { lifetime } = readToken(next);
    timer = setTimeout(renew, Math.max(1000, Math.min(lifetime - EARLY, lifetime * 0.8)));
  }
  for (const listener of listeners) listener(next);
}

async function renew(): Promise<void> {
  // Without a network the token is asked for again, and every call that meets a 401 does so too.
  if ((await refreshToken()) === 'unreachable') timer = setTimeout(renew, 5000);
}

/** Calls back with each new token, and with null when it is forgotten. */
export function onToken(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes a token that another tab was given, unless nobody is signed in or signing in here. */
export function takeToken(next: string): void {
  if ((token || running) && next !== token) setAccessToken(next);
}

/**
 * Exchanges the refresh cookie for a new access token. Concurrent callers share one call, and the tabs of a browser take
 * turns, because each call replaces the cookie; the token of the first is enough for those that wait (`takeToken`).
 */
export function refreshToken(): Promise<Refreshed> {
  const before = token;
  const start = () => (token && token !== before ? ('refreshed' as const) : refresh());
  running ??= inTurn(start).finally(() => {
    running = null;
  });
  return running;
}

/** Longer than an answer takes, so that a hanging tab does not block the others. */
const TURN_MS = 10_000;

type Run = () => Refreshed | Promise<Refreshed>;

async function inTurn(run: Run): Promise<Refreshed> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return run();
  let begun: ReturnType<Run> | undefined;
  const start = () => {
    begun ??= run();
    return begun;
  };
  return locks.request('lobby.refresh', { signal: AbortSignal.timeout(TURN_MS) }, start).catch(start);
}

async function refresh(): Promise<Refreshed> {
  const before = token;
  const answer = await transport
    .fetch(`${transport.origin}/api/auth/refresh?as=staff`, { method: 'POST', credentials: 'same-origin' })
    .catch(() => null);
  if (!answer || answer.status >= 500 || answer.status === 429) return 'unreachable';
  const body: { data?: { accessToken?: string }; error?: { data?: { reason?: string } } } = await answer
    .json()
    .catch(() => ({}));
  // The user signed out or in meanwhile, so the answer is dropped.
  if (token !== before) return token ? 'refreshed' : 'ended';
  endedBy = body.error?.data?.reason;
  if (!answer.ok || !body.data?.accessToken) return 'ended';
  setAccessToken(body.data.accessToken);
  return 'refreshed';
}
