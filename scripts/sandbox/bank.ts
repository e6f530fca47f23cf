import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { bodyOf, listening } from './listening.ts';

/** Faults of the notice of a transfer; `null`: none. */
const BANK_FAULTS = [
  'twice',
  'fifty',
  'late',
  'never',
  'tampered',
  'amount',
  'stale',
  'signature',
  'reordered',
] as const;
export type BankFault = (typeof BANK_FAULTS)[number];
const BANKS = ['GENERIC', 'SEPAY', 'CASSO'] as const;
type Bank = (typeof BANKS)[number];

/** Where a bank sends its notices, and how it signs them. */
export interface BankDesk {
  bank: Bank;
  url: string;
  secret: string;
  /** SePay may send its key instead of a signature. */
  plainKey?: boolean;
}
/** Incoming money; outgoing if the amount is negative. */
export interface Transfer {
  reference: string;
  accountNumber: string;
  virtualAccount?: string;
  amount: number;
  content: string;
  at: Date;
}
export interface BankAnswer {
  reference: string;
  status: number;
  body: string;
}
interface Call {
  body: string;
  headers: Record<string, string>;
}

const VIETNAM_MS = 7 * 3_600_000;
const onClocks = (at: Date) => new Date(at.getTime() + VIETNAM_MS).toISOString().slice(0, 19).replace('T', ' ');
const hmac = (kind: 'sha256' | 'sha512', secret: string, text: string) =>
  createHmac(kind, secret).update(text).digest('hex');

/** Sorts the keys of all levels, as Casso signs them. */
const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map(name => [name, inOrder(Reflect.get(value, name))]),
        )
      : value;

const BODIES: Readonly<Record<Bank, (transfer: Transfer) => object>> = {
  GENERIC: ({ amount, at, ...rest }) => ({
    transactions: [
      { ...rest, direction: amount < 0 ? 'OUT' : 'IN', amount: Math.abs(amount), at: at.toISOString(), balance: 1 },
    ],
  }),
  SEPAY: ({ reference, accountNumber, virtualAccount, amount, content, at }) => ({
    id: at.getTime(),
    gateway: 'Vietcombank',
    transactionDate: onClocks(at),
    accountNumber,
    code: null,
    content,
    transferType: amount < 0 ? 'out' : 'in',
    transferAmount: Math.abs(amount),
    accumulated: 1,
    subAccount: virtualAccount ?? null,
    referenceCode: reference,
    description: '',
  }),
  CASSO: ({ reference, accountNumber, virtualAccount, amount, content, at }) => ({
    error: 0,
    data: {
      id: at.getTime(),
      reference,
      description: content,
      amount,
      runningBalance: 1,
      accountNumber,
      transactionDateTime: onClocks(at),
      bankName: 'VCB',
      virtualAccountNumber: virtualAccount ?? '',
      counterAccountName: 'NGUYEN VAN AN',
      counterAccountNumber: '0011',
      counterAccountBankId: '970436',
    },
  }),
};

/** Returns a call as the bank signs it at a point in time. */
function signed({ bank, secret, plainKey }: BankDesk, body: string, at: number): Call {
  const seconds = String(Math.floor(at / 1000));
  if (bank === 'GENERIC')
    return {
      body,
      headers: { 'X-Lobby-Timestamp': seconds, 'X-Lobby-Signature': hmac('sha256', secret, `${seconds}.${body}`) },
    };
  if (bank === 'CASSO') {
    const text = JSON.stringify(inOrder(JSON.parse(body)));
    return { body, headers: { 'X-Casso-Signature': `t=${at},v1=${hmac('sha512', secret, `${at}.${text}`)}` } };
  }
  if (plainKey) return { body, headers: { Authorization: `Apikey ${secret}` } };
  const hash = hmac('sha256', secret, `${seconds}.${body}`);
  return { body, headers: { 'X-SePay-Timestamp': seconds, 'X-SePay-Signature': `sha256=${hash}` } };
}

interface Options {
  port?: number;
  lateMs?: number;
  /** Delay before a failed notice is sent again; SePay retries seven times. */
  againMs?: number;
}
const MOST_TIMES = 8;
const PAGE = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bank</title>
<body style="font:16px system-ui;max-width:28rem;margin:2rem auto;padding:0 1rem"><h1>Bank · sandbox</h1>
<form method="post">${[
  ...['url', 'secret', 'accountNumber', 'virtualAccount', 'amount', 'content', 'reference'].map(
    name => `<p><label>${name}<br><input name="${name}" style="width:100%"></label></p>`,
  ),
  `<p><select name="bank">${BANKS.map(bank => `<option>${bank}</option>`).join('')}</select>`,
  `<select name="fault"><option value="">nothing goes wrong</option>${BANK_FAULTS.map(bankFault => `<option>${bankFault}</option>`).join('')}</select></p>`,
].join('')}<button>Transfer</button></form>`;

/** Sandbox of all banks and intermediaries: sends notices of transfers, and retries those that failed. */
export async function openBankSandbox({ port = 0, lateMs = 600_000, againMs = 60_000 }: Options = {}) {
  const stop = new AbortController();
  const later = (ms: number) => wait(ms, null, { signal: stop.signal });

  async function post({ url }: BankDesk, { body, headers }: Call, reference: string): Promise<BankAnswer> {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
      signal: stop.signal,
    });
    return { reference, status: answer.status, body: await answer.text() };
  }

  /** Sends the notice of a transfer until it is accepted or the attempts are used up; signs it again each time. */
  async function tell(desk: BankDesk, payment: Transfer): Promise<BankAnswer[]> {
    const answers: BankAnswer[] = [];
    const body = JSON.stringify(BODIES[desk.bank](payment));
    for (let n = 0; n < MOST_TIMES; n++) {
      if (n > 0) await later(againMs);
      const answer = await post(desk, signed(desk, body, Date.now()), payment.reference);
      answers.push(answer);
      if (answer.status === 200) break;
    }
    return answers;
  }

  /** Sends the notices of transfers, with a fault if one is given. */
  async function transfer(desk: BankDesk, all: readonly Transfer[], fault: BankFault | null = null) {
    const [first] = all;
    if (!first || fault === 'never') return [];
    const right = JSON.stringify(BODIES[desk.bank](first));
    const once = (call: Call) => post(desk, call, first.reference).then(answer => [answer]);
    switch (fault) {
      case 'twice':
        return [...(await tell(desk, first)), ...(await tell(desk, first))];
      case 'fifty':
        return (await Promise.all(Array.from({ length: 50 }, () => tell(desk, first)))).flat();
      case 'reordered': {
        const answers: BankAnswer[] = [];
        for (const payment of [...all.toReversed(), ...all]) answers.push(...(await tell(desk, payment)));
        return answers;
      }
      case 'late':
        await later(lateMs);
        return tell(desk, first);
      case 'tampered':
        return once({ ...signed(desk, right, Date.now()), body: right.replace(first.content, `${first.content}.`) });
      case 'amount': {
        const other = JSON.stringify(BODIES[desk.bank]({ ...first, amount: first.amount + 1 }));
        return once({ ...signed(desk, right, Date.now()), body: other });
      }
      case 'stale':
        return once(signed(desk, right, Date.now() - 301_000));
      case 'signature':
        return once(signed({ ...desk, secret: `${desk.secret}x` }, right, Date.now()));
      default: {
        const answers: BankAnswer[] = [];
        for (const payment of all) answers.push(...(await tell(desk, payment)));
        return answers;
      }
    }
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method !== 'POST') return void res.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
    const { bank, fault, amount, reference, virtualAccount, ...form } = Object.fromEntries(
      new URLSearchParams(await bodyOf(req)),
    );
    const desk: BankDesk = {
      bank: BANKS.find(name => name === bank) ?? 'GENERIC',
      url: form.url ?? '',
      secret: form.secret ?? '',
    };
    const payment: Transfer = {
      reference: reference || `FT${Date.now()}`,
      accountNumber: form.accountNumber ?? '',
      amount: Number(amount),
      content: form.content ?? '',
      at: new Date(),
      ...(virtualAccount && { virtualAccount }),
    };
    const answers = await transfer(desk, [payment], BANK_FAULTS.find(bankFault => bankFault === fault) ?? null);
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answers));
  }

  const { url, close } = await listening(port, answer, stop);
  return {
    url,
    close,
    transfer,
  };
}
