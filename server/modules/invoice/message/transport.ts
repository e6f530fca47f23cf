import type { InvoiceEnvironment } from '@lobby/shared/modules/invoice-config.ts';

/** How messages of a project reach the office. */
export interface Line {
  url: string;
  user: string | null;
  password: string | null;
}
/** What became of handing a message over. */
export type Handed =
  | { state: 'TAKEN'; answer: string | null }
  | { state: 'REFUSED'; words: string }
  /** Nothing left this machine: it is tried again. */
  | { state: 'NOT_REACHED'; words: string }
  /** It may be there: a look-up decides. */
  | { state: 'UNSURE'; words: string };

let local: string | null = null;
/** A tax office on this machine: what is of the environment SANDBOX goes there, and nowhere else. */
export function useTaxSandbox(url: string | null): void {
  local = url?.replace(/\/$/, '') ?? null;
}

/** Where messages go; null where there is nothing to reach. */
export function lineOf(
  environment: InvoiceEnvironment,
  account: (Omit<Line, 'url'> & { url: string }) | null,
): Line | null {
  if (environment === 'SANDBOX') return local ? { url: local, user: null, password: null } : null;
  return account && { ...account, url: account.url.replace(/\/$/, '') };
}

let withinMs = 30_000;
/** How long one call may take; tests wait less. */
export const useTaxPatience = (ms: number): void => {
  withinMs = ms;
};
const MOST_CHARS = 1_000_000;
/** What fails before a byte is out. */
const EARLY = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

const headersOf = ({ user, password }: Line): Record<string, string> => ({
  'Content-Type': 'application/xml',
  ...(user && { Authorization: `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}` }),
});

async function bounded(answer: Response): Promise<string> {
  const text = await answer.text();
  return text.slice(0, MOST_CHARS);
}
const codeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' ? cause.code : error instanceof Error ? error.name : 'unknown';
};

/** Hands a message over. */
export async function handOver(line: Line, xml: string): Promise<Handed> {
  try {
    const answer = await fetch(`${line.url}/messages`, {
      method: 'POST',
      body: xml,
      headers: headersOf(line),
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    });
    if (answer.ok) return { state: 'TAKEN', answer: (await bounded(answer)) || null };
    const words = `HTTP ${answer.status}`;
    await answer.body?.cancel();
    if (answer.status === 429 || answer.status === 503) return { state: 'NOT_REACHED', words };
    return answer.status >= 500 ? { state: 'UNSURE', words } : { state: 'REFUSED', words };
  } catch (error) {
    const code = codeOf(error);
    return { state: EARLY.includes(code) ? 'NOT_REACHED' : 'UNSURE', words: code };
  }
}

/** Whether the office knows a message; null where it does not say. */
export async function lookUp(line: Line, messageId: string): Promise<boolean | null> {
  try {
    const answer = await fetch(`${line.url}/messages/${messageId}`, {
      headers: headersOf(line),
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    });
    await answer.body?.cancel();
    return answer.ok ? true : answer.status === 404 ? false : null;
  } catch {
    return null;
  }
}

/** What the office has said to a message so far. */
export async function answersTo(line: Line, messageId: string): Promise<string[]> {
  try {
    const answer = await fetch(`${line.url}/messages/${messageId}/answers`, {
      headers: headersOf(line),
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    });
    if (!answer.ok) return [];
    const told: unknown = JSON.parse(await bounded(answer));
    return Array.isArray(told) ? told.filter(one => typeof one === 'string').slice(0, 50) : [];
  } catch {
    return [];
  }
}

/** The certificate that the office signs with, as a sandbox on this machine gives it. */
export async function sandboxCertificate(): Promise<Buffer | null> {
  if (!local) return null;
  try {
    const answer = await fetch(`${local}/certificate`, { signal: AbortSignal.timeout(2000) });
    return Buffer.from(await answer.text(), 'base64');
  } catch {
    return null;
  }
}
