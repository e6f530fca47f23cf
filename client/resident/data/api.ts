import type { Language } from '@lobby/shared/kit/languages.ts';
import { smaller } from './photos.ts';

/** An error answer, with messages per field; status 0 if the server could not be reached. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, { message: string }>>;
  /** Reason why the sign-in was refused. */
  readonly reason: string | null;
  /** The building of an expired link. */
  readonly project: string | null;
  constructor(
    status: number,
    message: string,
    data: { fields?: Refused['fields']; reason?: string; project?: string } = {},
    code = '',
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.fields = data.fields ?? {};
    this.reason = data.reason ?? null;
    this.project = data.project ?? null;
  }
}

let token: string | null = null;
let unitId: string | null = null;
let language: Language = 'vi';
const listeners = new Set<() => void>();

export const accessToken = (): string | null => token;
export function setToken(next: string | null): void {
  token = next;
  for (const tell of listeners) tell();
}
export function onToken(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
export const setUnit = (id: string | null): void => {
  unitId = id;
};
export const setLanguage = (next: Language): void => {
  language = next;
};

export interface Sent {
  method?: string;
  body?: unknown;
  /** Makes a repeated POST idempotent. */
  key?: string;
  /** The unit, if not the chosen one. */
  unitId?: string;
}

/** Returns the id of this browser profile, which is created once. */
function deviceId(): string {
  const device = localStorage.getItem('resident-device') ?? crypto.randomUUID();
  localStorage.setItem('resident-device', device);
  return device;
}

async function send(
  path: string,
  { method = 'GET', body, key, unitId: home = unitId ?? undefined }: Sent,
): Promise<Response> {
  const form = body instanceof FormData;
  return fetch(`/api${path}`, {
    method,
    headers: {
      'Accept-Language': language,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(home && { 'X-Unit-Id': home }),
      ...(/^\/(histories|installations)/.test(path) && { 'X-Device-Id': deviceId() }),
      ...(body !== undefined && !form && { 'Content-Type': 'application/json' }),
      ...(method === 'POST' && { 'Idempotency-Key': key ?? crypto.randomUUID() }),
    },
    ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
  });
}

const endings = new Set<(reason: string | null) => void>();
/** Registers a callback for the end of the session, with its reason if known. */
export const onSessionEnd = (listener: (reason: string | null) => void): void => void endings.add(listener);
function end(reason: string | null): void {
  setToken(null);
  for (const tell of endings) tell(reason);
}

let renewing: Promise<boolean> | null = null;
/** Exchanges the cookie for a new access token; false if nobody is signed in. */
export function renew(): Promise<boolean> {
  renewing ??= send('/auth/refresh?as=resident', { method: 'POST' })
    .then(async answer => {
      const { data, error } = await answer.json();
      if (answer.ok) setToken(data.accessToken);
      else if (answer.status === 401 || answer.status === 403) end(error?.data?.reason ?? null);
      return answer.ok;
    })
    .finally(() => {
      renewing = null;
    });
  return renewing;
}

/** Calls the API as resident of the chosen unit; throws `Refused`. */
export async function call<T>(path: string, sent: Sent = {}): Promise<T> {
  try {
    let answer = await send(path, sent);
    if (answer.status === 401 && token && (await renew())) answer = await send(path, sent);
    const { data, error } = await answer.json();
    if (answer.ok) return data;
    throw new Refused(answer.status, error?.message ?? '', error?.data, error?.code);
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(0, '');
  }
}

/** Downloads a file as resident of the chosen unit; throws `Refused`. */
export async function callFile(path: string): Promise<Blob> {
  let answer = await send(path, {}).catch(() => null);
  if (answer?.status === 401 && token && (await renew())) answer = await send(path, {}).catch(() => null);
  if (answer?.ok) return answer.blob();
  throw new Refused(answer?.status ?? 0, '');
}

type GuestCall = Pick<Sent, 'method' | 'body'>;

/** Calls the API as holder of a link, whose token is in the path; throws `Refused`. */
export async function guestCall<T>(path: string, { method = 'GET', body }: GuestCall = {}): Promise<T> {
  const form = body instanceof FormData;
  try {
    const answer = await fetch(`/api${path}`, {
      method,
      headers: {
        'Accept-Language': language,
        ...(body !== undefined && !form && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    const { data, error } = await answer.json();
    if (answer.ok) return data;
    throw new Refused(answer.status, error?.message ?? '', error?.data, error?.code);
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(0, '');
  }
}

/** Uploads images, made smaller; returns their ids. */
export const upload = async (files: readonly File[]): Promise<string[]> =>
  uploadAsTheyAre(await Promise.all(files.map(smaller)));

/** Uploads files as they are; returns their ids. */
export async function uploadAsTheyAre(files: readonly File[]): Promise<string[]> {
  if (files.length === 0) return [];
  const body = new FormData();
  for (const file of files) body.append('files', file);
  return (await call<{ id: string }[]>('/upload', { method: 'POST', body })).map(({ id }) => id);
}
