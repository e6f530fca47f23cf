import type { InvoiceConfig, InvoiceEnvironment } from '@lobby/shared/modules/invoice-config.ts';

/** URL and credentials of a project. */
interface Access {
  url: string;
  user: string | null;
  password: string | null;
}
/** Result of sending a message. */
type Handed =
  | { state: 'TAKEN'; answer: string | null }
  | { state: 'REFUSED'; words: string }
  /** Nothing was sent: it is retried. */
  | { state: 'NOT_REACHED'; words: string }
  /** It may have arrived: a lookup decides. */
  | { state: 'UNSURE'; words: string };

/** Connection to the tax office, direct or through a provider. */
export interface Line {
  handOver: (messageId: string, xml: string) => Promise<Handed>;
  /** Whether a message is known there; null without an answer. */
  lookUp: (messageId: string) => Promise<boolean | null>;
  /** Answers to a message so far. */
  answersTo: (messageId: string) => Promise<string[]>;
}

let local: string | null = null;
/** Sets the URL of the local tax office sandbox, which only the SANDBOX environment uses. */
export function configureTaxSandbox(url: string | null): void {
  local = url?.replace(/\/$/, '') ?? null;
}

let withinMs = 30_000;
/** Sets the timeout of one call; tests shorten it. */
export const configureTaxTimeout = (ms: number): void => {
  withinMs = ms;
};
const MOST_CHARS = 1_000_000;
const MOST_ANSWERS = 50;
const MOST_WORDS = 300;
/** Error codes that occur before any byte is sent. */
const EARLY = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/** Call with a timeout; redirects are refused, as they would carry the password to another host. */
const call = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(withinMs) });

async function bounded(answer: Response): Promise<string> {
  const text = await answer.text();
  return text.slice(0, MOST_CHARS);
}
/** Whether nothing was sent, and the cause as a key of `tax-message.silence`. */
function faultOf(error: unknown): { isEarly: boolean; words: 'connection' | 'timeout' | 'broken' } {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  const isEarly = typeof cause?.code === 'string' && EARLY.includes(cause.code);
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  return { isEarly, words: isEarly ? 'connection' : isLate ? 'timeout' : 'broken' };
}
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string').slice(0, MOST_ANSWERS) : [];

/** Thrown if signing in failed, so that nothing was sent. */
class NotSignedIn extends Error {}

/** Classifies a sending call by its answer or error. */
async function handed(
  sent: () => Promise<Response>,
  answerIn: (text: string) => string | null,
  wordsIn: (text: string) => string | null,
): Promise<Handed> {
  try {
    const answer = await sent();
    const text = await bounded(answer);
    if (answer.ok) return { state: 'TAKEN', answer: answerIn(text) };
    const words = wordsIn(text)?.slice(0, MOST_WORDS) || `HTTP ${answer.status}`;
    if (answer.status === 401 || answer.status === 429 || answer.status === 503) return { state: 'NOT_REACHED', words };
    return answer.status >= 500 ? { state: 'UNSURE', words } : { state: 'REFUSED', words };
  } catch (error) {
    if (error instanceof NotSignedIn) return { state: 'NOT_REACHED', words: error.message.slice(0, MOST_WORDS) };
    const { isEarly, words } = faultOf(error);
    return { state: isEarly ? 'NOT_REACHED' : 'UNSURE', words };
  }
}

async function isKnown(sent: () => Promise<Response>): Promise<boolean | null> {
  try {
    const answer = await sent();
    await answer.body?.cancel();
    return answer.ok ? true : answer.status === 404 ? false : null;
  } catch {
    return null;
  }
}

async function toldIn(sent: () => Promise<Response>, answersIn: (text: string) => string[]): Promise<string[]> {
  try {
    const answer = await sent();
    return answer.ok ? answersIn(await bounded(answer)) : [];
  } catch {
    return [];
  }
}

/** Direct connection to the office. */
function officeLine({ url, user, password }: Access): Line {
  const headers: Record<string, string> = {
    'Content-Type': 'application/xml',
    ...(user && { Authorization: `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}` }),
  };
  return {
    handOver: (_id, xml) =>
      handed(
        () => call(`${url}/messages`, { method: 'POST', body: xml, headers }),
        text => text || null,
        () => null,
      ),
    lookUp: id => isKnown(() => call(`${url}/messages/${id}`, { headers })),
    answersTo: id =>
      toldIn(
        () => call(`${url}/messages/${id}/answers`, { headers }),
        text => textsIn(jsonOf(text)),
      ),
  };
}

const coded = (xml: string) => Buffer.from(xml).toString('base64');
const decoded = (text: string) => Buffer.from(text, 'base64').toString('utf8');
const wordsOf = (text: string): string | null => {
  const reply = jsonOf(text) as { message?: unknown } | null;
  return typeof reply?.message === 'string' ? reply.message : null;
};

/**
 * Connection through a provider: signs in per session and wraps messages in JSON. It forwards signed messages unchanged; numbering and signing are
 * done here.
 */
function providerLine({ url, user, password }: Access): Line {
  const root = `${url}/api/v1`;
  const json = { 'Content-Type': 'application/json' };
  let token: string | null = null;
  async function callSigned(path: string, body?: object): Promise<Response> {
    if (token === null) {
      const answer = await call(`${root}/login`, {
        method: 'POST',
        body: JSON.stringify({ user, password }),
        headers: json,
      });
      const login = jsonOf(await bounded(answer)) as { token?: unknown; message?: unknown } | null;
      if (!answer.ok || typeof login?.token !== 'string') throw new NotSignedIn(String(login?.message ?? 'login'));
      ({ token } = login as { token: string });
    }
    const answer = await call(`${root}/${path}`, {
      headers: { ...json, Authorization: `Bearer ${token}` },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    // The next call signs in again.
    if (answer.status === 401) token = null;
    return answer;
  }
  return {
    handOver: (id, xml) =>
      handed(
        () => callSigned('messages', { id, data: coded(xml) }),
        text => {
          const reply = jsonOf(text) as { receipt?: unknown } | null;
          return typeof reply?.receipt === 'string' ? decoded(reply.receipt) : null;
        },
        wordsOf,
      ),
    lookUp: id => isKnown(() => callSigned(`messages/${id}`)),
    answersTo: id =>
      toldIn(
        () => callSigned(`messages/${id}/answers`),
        text => textsIn((jsonOf(text) as { answers?: unknown } | null)?.answers).map(decoded),
      ),
  };
}

/** Connection of a project; null if none is configured. */
export function lineOf(
  { environment, provider }: Pick<InvoiceConfig, 'provider'> & { environment: InvoiceEnvironment },
  account: Access | null,
): Line | null {
  const passedOn = provider === 'PROVIDER';
  if (environment === 'LIVE')
    return account && (passedOn ? providerLine : officeLine)({ ...account, url: account.url.replace(/\/$/, '') });
  if (!local) return null;
  const sandbox = { user: 'sandbox', password: 'sandbox' };
  return passedOn
    ? providerLine({ ...sandbox, url: `${local}/provider` })
    : officeLine({ url: local, user: null, password: null });
}

/** Certificate of the local sandbox office. */
export async function sandboxCertificate(): Promise<Buffer | null> {
  if (!local) return null;
  try {
    const answer = await fetch(`${local}/certificate`, { signal: AbortSignal.timeout(2000) });
    return Buffer.from(await answer.text(), 'base64');
  } catch {
    return null;
  }
}
