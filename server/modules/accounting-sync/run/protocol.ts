/** One debit or credit line of a voucher in the accounting software. */
export interface VoucherLine {
  account: string;
  debit: number;
  credit: number;
  customer?: string | null;
  /** Code of the service or category, which the accounting software calls a case; `fundCode` is a bank or cash code. */
  caseCode?: string | null;
  fundCode?: string | null;
  /** Tax rate code, on tax lines. */
  taxCode?: string | null;
}
/** A document in the format that is sent. */
export interface Voucher {
  /** Idempotency key: the accounting software accepts each key once. */
  key: string;
  /** The earlier voucher that this one replaces. */
  replaces: string | null;
  kind: string;
  number: string;
  date: string;
  text: string;
  unit: string;
  building: string | null;
  customer: string | null;
  amount: number;
  lines: VoucherLine[];
}
/** A voucher as the accounting software stores it. */
export type Held = Voucher & { id: string; code: string };
type Taken = { key: string; id: string; code: string } | { key: string; words: string };

/** Thrown when the accounting software refuses a call, with its message. */
export class Refused extends Error {
  status: number;
  constructor(words: string, status: number) {
    super(words);
    this.status = status;
  }
}
/** Thrown on a timeout or an unreadable answer: the call may have been executed. */
export class NoAnswer extends Error {}

export interface Access {
  url: string;
  user: string;
  secret: string;
  baseUnitCode: string;
}

let withinMs = 20_000;
/** Sets the timeout of one call; tests shorten it. */
export const configureAccountingTimeout = (ms: number): void => {
  withinMs = ms;
};
const MOST_CHARS = 2_000_000;
const MOST_WORDS = 300;

interface Sent {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: object;
  token?: string;
}

async function call(url: string, { method = 'GET', body, token }: Sent): Promise<Record<string, unknown>> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(url, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
      // Redirects are refused: they would carry the secret to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    });
    text = (await answer.text()).slice(0, MOST_CHARS);
  } catch (error) {
    throw new NoAnswer(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'connection');
  }
  const reply = read(text);
  if (answer.ok && reply) return reply;
  const words = typeof reply?.message === 'string' ? reply.message.slice(0, MOST_WORDS) : `HTTP ${answer.status}`;
  if (answer.status >= 500 || answer.ok) throw new NoAnswer(words);
  throw new Refused(words, answer.status);
}

function read(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const listOf = (reply: Record<string, unknown>, name: string): Record<string, unknown>[] => {
  const all = reply[name];
  return Array.isArray(all) ? all.filter(item => typeof item === 'object' && item !== null) : [];
};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A signed-in session with the accounting software. */
export interface Line {
  /** Codes of a kind that exist in the accounting software. */
  codes: (kind: string) => Promise<{ code: string; name: string }[]>;
  send: (vouchers: readonly Voucher[]) => Promise<Taken[]>;
  lookUp: (keys: readonly string[]) => Promise<Held[]>;
  /** Returns null if the voucher no longer exists. */
  reverse: (
    id: string,
    told: { key: string; date: string; reason: string },
  ) => Promise<{ id: string; code: string } | null>;
  remove: (id: string, reason: string) => Promise<void>;
}

/** Returns null instead of throwing on 404: a voucher that no longer exists counts as reversed. */
async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null;
    throw error;
  }
}

export async function openLine({ url, user, secret, baseUnitCode: unit }: Access): Promise<Line> {
  const root = `${url.replace(/\/$/, '')}/api/v1`;
  const { token: rawToken } = await call(`${root}/login`, { method: 'POST', body: { user, password: secret, unit } });
  const token = textOf(rawToken);
  if (!token) throw new NoAnswer('login');
  const idOf = (item: Record<string, unknown>) => ({ id: textOf(item.id), code: textOf(item.code) });
  return {
    async codes(kind) {
      const reply = await call(`${root}/codes/${kind}`, { token });
      return listOf(reply, 'codes').map(item => ({ code: textOf(item.code), name: textOf(item.name) }));
    },
    async send(vouchers) {
      const reply = await call(`${root}/vouchers`, { method: 'POST', body: { vouchers }, token });
      return listOf(reply, 'results').map(item => {
        const key = textOf(item.key);
        return item.id ? { key, ...idOf(item) } : { key, words: textOf(item.message).slice(0, MOST_WORDS) };
      });
    },
    async lookUp(keys) {
      if (keys.length === 0) return [];
      const reply = await call(`${root}/vouchers?keys=${keys.map(encodeURIComponent).join(',')}`, { token });
      return listOf(reply, 'vouchers') as unknown as Held[];
    },
    async reverse(id, reversal) {
      const reply = await unlessGone(
        call(`${root}/vouchers/${encodeURIComponent(id)}/reverse`, { method: 'POST', body: reversal, token }),
      );
      return reply && idOf(reply);
    },
    async remove(id, reason) {
      await unlessGone(
        call(`${root}/vouchers/${encodeURIComponent(id)}`, { method: 'DELETE', body: { reason }, token }),
      );
    },
  };
}
