import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { bodyOf, listening } from './listening.ts';
import { momo } from './payments/momo.ts';
import { onepay } from './payments/onepay.ts';
import {
  type Books,
  FAULTS,
  type Fault,
  type Keys,
  type Notice,
  type SandboxOrder,
  type SandboxProvider,
  type SandboxState,
  type Side,
} from './payments/side.ts';
import { vnpay } from './payments/vnpay.ts';
import { zalopay } from './payments/zalopay.ts';

const SIDES: Readonly<Record<SandboxProvider, Side>> = { VNPAY: vnpay, MOMO: momo, ZALOPAY: zalopay, ONEPAY: onepay };
const hex = (bytes: number) => randomBytes(bytes).toString('hex').toUpperCase();

/** Random keys for each start. */
const newKeys = (publicKey: string): Readonly<Record<SandboxProvider, Keys>> => ({
  VNPAY: { tmnCode: `DEMO${hex(2)}`, hashSecret: hex(16) },
  MOMO: { partnerCode: `MOMO${hex(4)}`, accessKey: hex(8), secretKey: hex(16), publicKey },
  ZALOPAY: { appId: String(2000 + (randomBytes(1)[0] ?? 0)), key1: hex(16), key2: hex(16) },
  ONEPAY: { merchant: 'TESTONEPAY', accessCode: hex(4), hashSecret: hex(16), user: 'op01', password: hex(4) },
});

interface Options {
  port?: number;
  lateMs?: number;
  slowMs?: number;
}
export interface PaymentSandbox {
  url: string;
  keys: Readonly<Record<SandboxProvider, Keys>>;
  orders: Map<string, SandboxOrder>;
  /** Answers to the notices. */
  answers: { id: string; status: number; text: string }[];
  /** Sets where a provider sends notices if its calls name no address, as in its portal. */
  noticeTo: (provider: SandboxProvider, url: string) => void;
  /** Sets the fault of payments that start from now on. */
  faultOfNext: (fault: Fault | null) => void;
  /** Pays, fails or cancels an order as its payer would, and sends the notice. */
  end: (id: string, state: SandboxState) => Promise<void>;
  /** Returns a notice without sending it. */
  noticeOf: (id: string, state?: SandboxState, amount?: number) => Notice;
  /** Returns a settlement file, optionally with a missing row and an unknown one. */
  settlement: (provider: SandboxProvider, faults?: { missing?: string; foreign?: boolean }) => string;
  close: () => Promise<void>;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);
const pageOf = ({ provider, id, amount, info, state }: SandboxOrder) => `<!doctype html><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${provider}</title>
<body style="font:16px system-ui;max-width:24rem;margin:2rem auto;padding:0 1rem">
<h1>${provider} · sandbox</h1><p>${escaped(info)}</p><p><strong>${amount.toLocaleString('vi')} ₫</strong> · ${state}</p>
<form method="post" action="/act"><input type="hidden" name="id" value="${escaped(id)}">
<p><select name="fault"><option value="">nothing goes wrong</option>${FAULTS.map(fault => `<option>${fault}</option>`).join('')}</select></p>
<button name="state" value="PAID">Pay</button> <button name="state" value="FAILED">Fail</button>
<button name="state" value="CANCELLED">Cancel</button></form>`;

/** Sandbox of all payment providers, as strict with signatures as they are. */
export async function openPaymentSandbox({
  port = 0,
  lateMs = 600_000,
  slowMs = 40_000,
}: Options = {}): Promise<PaymentSandbox> {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = newKeys(pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'));
  const orders = new Map<string, SandboxOrder>();
  const answers: PaymentSandbox['answers'] = [];
  const portal = new Map<SandboxProvider, string>();
  const stop = new AbortController();
  let next: Fault | null = null;
  /** A payment succeeded, but neither the answer nor a notice says so. */
  let hushed = false;
  let made = Date.now() % 1_000_000_000;

  const find = (id: string): SandboxOrder | undefined => {
    if (id.startsWith('#')) return [...orders.values()].find(order => order.providerRef === id.slice(1));
    if (id.startsWith('refund:'))
      return [...orders.values()].find(order => order.refunds.some(({ key }) => key === id.slice(7)));
    return orders.get(id);
  };
  const booksOf = (provider: SandboxProvider): Books => ({
    keys: keys[provider],
    find,
    noticeUrl: () => portal.get(provider) ?? '',
    privateKey: pair.privateKey,
    saved: (token, payer) =>
      [...orders.values()].find(order => order.payer === payer && order.token === token && order.state === 'PAID'),
    take({ id, fault }) {
      hushed = fault === 'pay-lost';
      void end(id, 'PAID');
    },
    page: id => `${url}/${provider.toLowerCase()}/page?id=${encodeURIComponent(id)}`,
    make(values) {
      const order: SandboxOrder = {
        ...values,
        provider,
        state: 'OPEN',
        providerRef: String(++made),
        refunds: [],
        fault: next,
        payer: values.payer ?? null,
        token: hex(16),
      };
      orders.set(order.id, order);
      next = null;
      return order;
    },
  });

  const noticeOf: PaymentSandbox['noticeOf'] = (id, state, amount) => {
    const order = orders.get(id);
    if (!order) throw new Error(`no order ${id}`);
    return SIDES[order.provider].notice(keys[order.provider], order, amount ?? order.amount, state ?? order.state);
  };
  async function send(id: string, { method, url: to, body }: Notice): Promise<void> {
    try {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(to, { method, ...(body && { body, headers }), signal: stop.signal });
      answers.push({ id, status: answer.status, text: await answer.text() });
    } catch (error) {
      answers.push({ id, status: 0, text: String(error) });
    }
  }
  /** Alters a character, which makes the signature invalid. */
  const spoiled = (text: string) => `${text.slice(0, -3)}${text.at(-3) === '1' ? '2' : '1'}${text.slice(-2)}`;

  async function tell(order: SandboxOrder): Promise<void> {
    const { id, fault, provider } = order;
    const right = noticeOf(id);
    const side = SIDES[provider];
    switch (fault) {
      case 'never':
      case 'pay-lost':
        return;
      case 'late':
        return void wait(lateMs, null, { signal: stop.signal }).then(
          () => send(id, right),
          () => null,
        );
      case 'twice':
        await send(id, right);
        return send(id, right);
      case 'fifty':
        return void (await Promise.all(Array.from({ length: 50 }, () => send(id, right))));
      case 'reordered':
        await send(id, right);
        return send(id, noticeOf(id, 'FAILED'));
      case 'tampered':
        return send(id, right.body ? { ...right, body: spoiled(right.body) } : { ...right, url: spoiled(right.url) });
      case 'amount':
        return send(id, noticeOf(id, order.state, order.amount + 1));
      case 'unknown':
        return send(id, side.notice(keys[provider], { ...order, id: `${id}X` }, order.amount, order.state));
      case 'signature': {
        const wrong = Object.fromEntries(Object.keys(keys[provider]).map(name => [name, hex(16)]));
        return send(id, side.notice(wrong, order, order.amount, order.state));
      }
      default:
        return send(id, right);
    }
  }

  async function end(id: string, state: SandboxState): Promise<void> {
    const order = orders.get(id);
    if (!order) throw new Error(`no order ${id}`);
    order.state = state;
    // ZaloPay sends no notices of failed payments.
    if (order.provider !== 'ZALOPAY' || state === 'PAID') await tell(order);
  }

  async function act(res: ServerResponse, body: string): Promise<void> {
    const { id = '', state = 'PAID', fault } = Object.fromEntries(new URLSearchParams(body));
    const order = orders.get(id);
    if (!order) return void res.writeHead(404).end();
    order.fault = FAULTS.find(candidate => candidate === fault) ?? order.fault;
    const telling = end(id, state as SandboxState);
    if (order.fault !== 'fifty') await telling;
    res.writeHead(303, { Location: order.returnUrl || '/' }).end();
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await bodyOf(req);
    const [path = '', query = ''] = (req.url ?? '').split('?', 2);
    const say = (status: number, type: string, text: string) =>
      void res.writeHead(status, { 'Content-Type': type }).end(text);
    if (path === '/act') return act(res, body);
    if (path === '/keys') {
      const { provider, notice } = Object.fromEntries(new URLSearchParams(query));
      if (provider && notice) portal.set(provider as SandboxProvider, notice);
      return say(200, 'application/json', JSON.stringify(keys));
    }
    const provider = path.split('/')[1]?.toUpperCase() as SandboxProvider;
    const side = SIDES[provider];
    if (!side) return say(404, 'text/plain', 'nobody');
    const books = booksOf(provider);
    const orderId = new URLSearchParams(query).get('id');
    if (path.endsWith('/page')) {
      const order = orderId ? orders.get(orderId) : side.begin?.(books, query);
      return order ? say(200, 'text/html', pageOf(order)) : say(400, 'text/plain', 'the signature is not right');
    }
    const fault = next;
    if (fault === 'close') {
      next = null;
      return void req.socket.destroy();
    }
    const reply = side.call(books, { path: path.slice(provider.length + 1), query, body });
    if (fault === 'slow') await wait(slowMs, null, { signal: stop.signal }).catch(() => null);
    // The request was carried out, but the connection drops before the answer.
    if (fault === 'lost' || hushed) {
      hushed = false;
      next = null;
      return void req.socket.destroy();
    }
    return reply === null
      ? say(400, 'application/json', '{"message":"signature"}')
      : say(200, 'application/json', reply);
  }

  const { url, close } = await listening(port, answer, stop);
  return {
    url,
    close,
    keys,
    orders,
    answers,
    end,
    noticeOf,
    noticeTo: (provider, to) => void portal.set(provider, to),
    faultOfNext(fault) {
      next = fault;
    },
    settlement(provider, { missing, foreign } = {}) {
      const paid = [...orders.values()].filter(order => order.provider === provider && order.state === 'PAID');
      const rows = paid
        .filter(({ id }) => id !== missing)
        .map(order => [order.providerRef, order.amount, Math.round(order.amount / 100), 'PAY'].join(','));
      if (foreign) rows.push(`999999999,77000,770,PAY`);
      return ['providerRef,amount,fee,type', ...rows].join('\n');
    },
  };
}
