import type { Plain } from '@lobby/shared/kit/filter-schema.ts';
import { DEFAULT_LANGUAGE } from '@lobby/shared/kit/languages.ts';
import { totalOf } from '@lobby/shared/kit/paging.ts';
import { ApiError, readApiError } from './api-error.ts';
import { takeBrought } from './brought.ts';
import { correctClock, now } from './clock.ts';
import { deviceId } from './device.ts';
import { randomId } from './ids.ts';
import { toQuery } from './query.ts';
import { reasonWanted } from './second-person.ts';
import { accessToken, refreshToken, transport } from './token.ts';

export { ApiError, dataOf } from './api-error.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The scope of a request: a project (staff) or a unit (its residents). */
export interface Scope {
  projectId?: string;
  unitId?: string;
}

export interface Call extends Scope {
  query?: Record<string, Plain>;
  /** JSON, or a form with files. */
  body?: unknown;
  /** POST only; the same for each retry of one user intent. Defaults to a new key. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface Answer<T> {
  data: T;
  /** 202: the work continues in the background. */
  status: number;
  /** From Content-Range, on lists. */
  total?: number;
  /** The cursor of the next page, for `after`. */
  cursor?: string;
  /** Modules left out of a search for lack of time. */
  leftOut?: readonly string[];
}

type Listener = (error: ApiError, call: Scope) => void;
const listeners = new Set<Listener>();

/** Calls back for every refusal before the caller receives it: used to detect the end of the session and lost permissions. */
export function onRefusal(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const language = () => globalThis.document?.documentElement.lang || DEFAULT_LANGUAGE;

/** Calls that send the device id. */
const OF_DEVICES = /^\/(histories|installations)/;

function headersOf(path: string, call: Call, key: string | undefined, requestId: string): Headers {
  const headers = new Headers({ 'Accept-Language': language(), 'X-Request-Id': requestId });
  const token = accessToken();
  if (transport.whiteLabel) headers.set('X-White-Label', transport.whiteLabel);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (call.projectId) headers.set('X-Project-Id', call.projectId);
  if (call.unitId) headers.set('X-Unit-Id', call.unitId);
  if (OF_DEVICES.test(path)) headers.set('X-Device-Id', deviceId());
  if (key) headers.set('Idempotency-Key', key);
  if (call.body !== undefined && !(call.body instanceof FormData)) headers.set('Content-Type', 'application/json');
  return headers;
}

async function send(method: Method, path: string, call: Call, key: string | undefined): Promise<Response> {
  const requestId = randomId();
  const query = call.query ? toQuery(call.query) : '';
  const body = call.body === undefined || call.body instanceof FormData ? call.body : JSON.stringify(call.body);
  const init = {
    method,
    headers: headersOf(path, call, key, requestId),
    body,
    signal: call.signal,
    credentials: 'same-origin',
  } as const;
  try {
    return await transport.fetch(`${transport.origin}/api${path}${query && `?${query}`}`, init);
  } catch (error) {
    if (call.signal?.aborted) throw error;
    throw new ApiError(0, 'FAIL', '', null, requestId);
  }
}

/** Smaller differences may be network latency and are ignored. */
function setClock(time: string | null): void {
  if (time && Math.abs(Date.parse(time) - now()) > 200) correctClock(time);
}

async function attempt(method: Method, path: string, call: Call): Promise<Response> {
  const key = call.idempotencyKey ?? (method === 'POST' ? randomId() : undefined);
  const held = accessToken();
  let answer = await send(method, path, call, key);
  if (answer.status === 401 && held) {
    const refreshed = held === accessToken() ? await refreshToken() : 'refreshed';
    if (refreshed === 'unreachable') throw new ApiError(0, 'FAIL', '', null, '');
    if (refreshed === 'refreshed') answer = await send(method, path, call, key);
  }
  setClock(answer.headers.get('X-Time'));
  if (answer.ok) return answer;
  const refusal = await readApiError(answer);
  for (const listener of listeners) listener(refusal, call);
  throw refusal;
}

/** If an act turns out to need approval, asks for the reason and sends it again. */
async function withReason(method: Method, path: string, call: Call, error: unknown): Promise<Response> {
  if (!(error instanceof ApiError) || !('approvalReason' in error.fields)) throw error;
  const approvalReason = await reasonWanted();
  if (approvalReason === null) throw error;
  return attempt(method, path, { ...call, body: { ...(call.body as object), approvalReason } });
}

/** Calls the API (`path` under /api). Throws `ApiError`; an aborted call throws its signal's reason. */
export async function request<T>(method: Method, path: string, call: Call = {}): Promise<Answer<T>> {
  const coming = method === 'GET' ? takeBrought({ path, ...call }) : null;
  const brought = coming && (await coming);
  // Safe cast: the answer came from the same route.
  if (brought) return { data: brought.data as T, status: 200 };
  const answer = await attempt(method, path, call).catch(async error => withReason(method, path, call, error));
  const body: { data: T } = await answer.json().catch(() => {
    // The connection broke while the body was read.
    call.signal?.throwIfAborted();
    throw new ApiError(0, 'FAIL', '', null, '');
  });
  const range = answer.headers.get('Content-Range');
  const cursor = answer.headers.get('X-Next-Cursor');
  const leftOut = answer.headers.get('X-Left-Out');
  return {
    data: body.data,
    status: answer.status,
    ...(range && { total: totalOf(range) }),
    ...(cursor && { cursor }),
    ...(leftOut && { leftOut: leftOut.split(',') }),
  };
}

/** Calls for a file (an export, a template); the name is the server's. */
export async function requestFile(
  path: string,
  call: Call = {},
  method: Method = 'GET',
): Promise<{ file: Blob; name: string }> {
  const answer = await attempt(method, path, call);
  const disposition = answer.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  return { file: await answer.blob(), name: encoded ? decodeURIComponent(encoded) : (plain ?? 'export') };
}
