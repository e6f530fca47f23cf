import { NotAnswering } from './adapter.ts';

const WITHIN_MS = 10_000;
const MOST_TEXT = 64_000;

let within: number | null = null;
/** Shorter timeout for tests. */
export const configureTimeout = (ms: number | null): void => {
  within = ms;
};

interface Sent {
  json?: object;
  form?: Readonly<Record<string, string>>;
  withinMs?: number;
}

/** Posts to a provider and returns the body, whatever the status. A broken connection is retried once, an answer never. */
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
    // After a timeout the call may have been carried out: it is queried, not repeated.
    if (error instanceof Error && error.name === 'TimeoutError') throw new NotAnswering('timeout');
    return attempt().catch(() => {
      throw new NotAnswering('connection');
    });
  }
}

/** Like `post`, for JSON answers. */
export async function postForJson(url: string, sent: Sent): Promise<Record<string, unknown>> {
  const text = await post(url, sent);
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null) return read as Record<string, unknown>;
  } catch {
    // Thrown below.
  }
  throw new NotAnswering('answer');
}
