import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { bodyOf, faultsIn, listening } from './listening.ts';

/** Faults of a call that sends vouchers; `null`: none. */
export const ACCOUNTING_FAULTS = ['lost', 'dropped', 'slow', 'refused', 'garbled', 'redirect'] as const;
export type AccountingFault = (typeof ACCOUNTING_FAULTS)[number];

interface SentVoucher {
  key: string;
  replaces: string | null;
  number: string;
  date: string;
  unit: string;
  customer: string | null;
  amount: number;
  lines: { account: string; debit: number; credit: number }[];
}
/** A posted voucher. */
export type BookedVoucher = SentVoucher & { id: string; code: string; reversedBy?: string };

interface Options {
  port?: number;
  user?: string;
  /** Null: no sign-in is required. */
  password?: string | null;
  /** Known base units. */
  units?: readonly string[];
  slowMs?: number;
}
type Json = Record<string, unknown>;
interface SandboxRequest {
  method: string;
  parts: readonly string[];
  query: URLSearchParams;
  body: Json;
}
type Said = readonly [status: number, body: Json];

const readJson = async (req: IncomingMessage): Promise<Json> => JSON.parse((await bodyOf(req)) || '{}');

/** Sandbox of accounting software: stores vouchers, refuses invalid ones with a message, and simulates faults. */
export async function openAccounting({
  port = 0,
  user = 'lobby',
  password = 'sandbox',
  units = ['HSEN', 'BMAI'],
  slowMs = 40_000,
}: Options = {}) {
  const vouchers = new Map<string, BookedVoucher>();
  const codes: Record<string, { code: string; name: string }[]> = {
    units: units.map(code => ({ code, name: code })),
    buildings: [],
    customers: [],
    cases: [],
    tasks: [],
    funds: [],
    taxes: ['0', '5', '8', '10', 'KCT'].map(code => ({ code: `VAT${code}`, name: code })),
  };
  const unknown = new Set<string>();
  const faults: (AccountingFault | null)[] = [];
  const tokens = new Set<string>();
  const stop = new AbortController();
  let reachable = true;
  let lockedTo: string | null = null;
  let count = 0;
  let calls = 0;

  const byKey = (key: string) => [...vouchers.values()].find(voucher => voucher.key === key);
  /** Returns why a voucher is refused; null if it is accepted. */
  function refusalOf(voucher: SentVoucher): string | null {
    const [debit, credit] = (['debit', 'credit'] as const).map(side =>
      voucher.lines.reduce((sum, line) => sum + line[side], 0),
    );
    if (debit !== credit) return `Chứng từ ${voucher.number} không cân: Nợ ${debit}, Có ${credit}`;
    if (voucher.customer && unknown.has(voucher.customer)) return `Mã khách hàng ${voucher.customer} không tồn tại`;
    if (!units.includes(voucher.unit)) return `Mã đơn vị ${voucher.unit} không tồn tại`;
    if (lockedTo && voucher.date <= lockedTo) return `Kỳ kế toán đã khoá đến ${lockedTo}`;
    return null;
  }
  function take(voucher: SentVoucher): Json {
    const booked = byKey(voucher.key);
    if (booked) return { key: voucher.key, id: booked.id, code: booked.code };
    const words = refusalOf(voucher);
    if (words) return { key: voucher.key, message: words };
    if (voucher.replaces) vouchers.delete(voucher.replaces);
    count += 1;
    const made = { ...voucher, id: randomBytes(8).toString('hex'), code: `CT${String(count).padStart(6, '0')}` };
    vouchers.set(made.id, made);
    return { key: voucher.key, id: made.id, code: made.code };
  }

  /** Loads vouchers of an earlier run; numbering continues after them. */
  function recall(held: readonly BookedVoucher[]): void {
    for (const voucher of held) {
      if (!byKey(voucher.key)) vouchers.set(voucher.id, voucher);
      count = Math.max(count, Number(voucher.code.replace('CT', '')) || 0);
    }
  }

  function reverse(voucher: BookedVoucher, { key, date }: Json): Said {
    if (lockedTo && String(date) <= lockedTo) return [422, { message: `Kỳ kế toán đã khoá đến ${lockedTo}` }];
    const booked = byKey(String(key));
    if (booked) return [200, { id: booked.id, code: booked.code }];
    const lines = voucher.lines.map(line => ({ ...line, debit: line.credit, credit: line.debit }));
    const back = take({ ...voucher, key: String(key), date: String(date), replaces: null, lines });
    voucher.reversedBy = String(back.id ?? '');
    return back.id ? [200, back] : [422, back];
  }
  function remove(voucher: BookedVoucher): Said {
    if (lockedTo && voucher.date <= lockedTo) return [422, { message: `Kỳ kế toán đã khoá đến ${lockedTo}` }];
    vouchers.delete(voucher.id);
    return [200, {}];
  }

  function signIn(body: Json): Said {
    if (body.user !== user || (password !== null && body.password !== password))
      return [401, { message: 'Sai tên đăng nhập hoặc mật khẩu' }];
    const token = randomBytes(16).toString('hex');
    tokens.add(token);
    return [200, { token }];
  }
  function answer({ method, parts: [what, id = '', act], query, body }: SandboxRequest): Said {
    if (what === 'codes') return codes[id] ? [200, { codes: codes[id] }] : [404, { message: id }];
    if (what !== 'vouchers') return [404, { message: String(what) }];
    if (method === 'GET') {
      const keys = (query.get('keys') ?? '').split(',');
      return [200, { vouchers: [...vouchers.values()].filter(booked => keys.includes(booked.key)) }];
    }
    if (method === 'POST' && !id) return [200, { results: (body.vouchers as SentVoucher[]).map(take) }];
    const voucher = vouchers.get(id);
    if (!voucher) return [404, { message: `Không có chứng từ ${id}` }];
    return act === 'reverse' ? reverse(voucher, body) : remove(voucher);
  }

  /**
   * Handles manual controls: faults of the next calls, the end of a closed period, a voucher edited on that side, and
   * vouchers of a demo.
   */
  function control({ parts: [what, key = ''], body }: SandboxRequest): Said {
    if (what === 'faults') {
      const requested = faultsIn(body, ACCOUNTING_FAULTS);
      if ('faults' in requested) faults.push(...requested.faults);
      return ['faults' in requested ? 200 : 400, requested];
    }
    if (what === 'vouchers' && Array.isArray(body.vouchers)) recall(body.vouchers);
    else if (what === 'locked') lockedTo = body.to ? String(body.to) : null;
    else {
      const voucher = byKey(key);
      if (!voucher) return [404, { message: key }];
      Object.assign(voucher, body);
    }
    return [200, {}];
  }

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    calls += 1;
    const say = ([status, body]: Said) =>
      void res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (!reachable) return void res.socket?.destroy();
    const url = new URL(req.url ?? '/', 'http://127.0.0.1');
    const body = await readJson(req);
    const [first, , ...rest] = url.pathname.split('/').filter(Boolean);
    if (first === 'sandbox')
      return say(control({ method: '', parts: url.pathname.split('/').slice(2), query: url.searchParams, body }));
    const request: SandboxRequest = { method: req.method ?? 'GET', parts: rest, query: url.searchParams, body };
    if (rest[0] === 'login') return say(signIn(body));
    if (!tokens.has((req.headers.authorization ?? '').replace('Bearer ', '')))
      return say([401, { message: 'Hết phiên' }]);
    const sends = request.method === 'POST' && rest[0] === 'vouchers' && rest.length === 1;
    const fault = sends ? (faults.shift() ?? null) : null;
    if (fault === 'dropped') return void res.socket?.destroy();
    if (fault === 'refused') return say([422, { message: 'Phần mềm đang chốt sổ' }]);
    if (fault === 'redirect') return void res.writeHead(307, { Location: 'https://example.com/' }).end();
    const done = answer(request);
    if (fault === 'lost') return void res.socket?.destroy();
    if (fault === 'slow') await wait(slowMs, null, { signal: stop.signal }).catch(() => null);
    if (fault === 'garbled') return void res.writeHead(200).end('<html>');
    say(done);
  }

  const { url, close } = await listening(port, serve, stop);
  return {
    url,
    close,
    user,
    password,
    vouchers,
    codes,
    /** Unknown customers. */
    unknown,
    byKey,
    calls: () => calls,
    /** Sets the faults of the next sending calls, in order. */
    faultsOfNext: (...all: (AccountingFault | null)[]) => void faults.push(...all),
    reach: (yes: boolean) => {
      reachable = yes;
    },
    lock: (to: string | null) => {
      lockedTo = to;
    },
  };
}
