import { NotAnswering } from './adapter.ts';

const WITHIN_MS = 10_000;
const MOST_TEXT = 64_000;

let within: number | null = null;
/** Tests wait for less. */
export const configureTimeout = (ms: number | null): void => {
  within = ms;
};

interface Sent {
  json?: object;
  form?: Readonly<Record<string, string>>;
  withinMs?: number;
}

/** Posts to a provider; what it answers, whatever its status. A broken connection is tried once more, an answer never. */
export async function post(url: string, { json, form, withinMs = WITHIN_MS }: Sent): Promise<string> {
  const attempt = async (): Promise<string> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': json ? 'application/json' : 'application/x-www-form-urlencoded' },
      body: json ? JSON.stringify(json) : new URLSearchParams(form).toString(),
      signal: AbortSignal.timeout(within ?? withinMs),
      redirect: 'error',
    });
    return (await answer.text()).slice(0, MOST_TEXT);
  };
  try {
    return await attempt();
  } catch (error) {
    // What was slow may have been done: it is asked about, not sent again.
    if (error instanceof Error && error.name === 'TimeoutError') throw new NotAnswering('timeout');
    return attempt().catch(() => {
      throw new NotAnswering('connection');
    });
  }
}

/** The same where the answer is JSON. */
export async function postForJson(url: string, sent: Sent): Promise<Record<string, unknown>> {
  const text = await post(url, sent);
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null) return read as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new NotAnswering('answer');
}
