import { db } from '@lobby/server/kit/database/database.ts';
import { seal } from '@lobby/server/kit/privacy/personal.ts';
import {
  type Adapter,
  type Contract,
  NotAnswering,
  type PayOrder,
  type ProviderStatus,
} from '@lobby/server/modules/payment-gateway/protocols/adapter.ts';
import { configurePaymentSandbox } from '@lobby/server/modules/payment-gateway/protocols/hosts.ts';
import { adapterOf } from '@lobby/server/modules/payment-gateway/protocols/index.ts';
import { configureTimeout } from '@lobby/server/modules/payment-gateway/protocols/post.ts';
import { configureWebhooks } from '@lobby/server/modules/payment-gateway/webhooks.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPaymentSandbox } from '../../scripts/sandbox/payments.ts';
import type { Row } from '../setup/caller.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const SPOKEN = ['VNPAY', 'MOMO', 'ZALOPAY', 'ONEPAY'] as const;
type Spoken = (typeof SPOKEN)[number];
const server = await startServer();
const site = await makeSite(server.url, 'Protocols');
const { ann } = site;
const sandbox = await openPaymentSandbox({ slowMs: 600 });
beforeAll(() => {
  configurePaymentSandbox(sandbox.url, ['SANDBOX', 'LIVE']);
  configureTimeout(300);
});
afterAll(async () => {
  configureTimeout(null);
  configurePaymentSandbox(null);
  await sandbox.close();
});

let n = 0;
const orderOf = (values: Partial<PayOrder> = {}): PayOrder => ({
  ref: `ABCD261127${String(10_000_000 + ++n)}`,
  amount: 18_060,
  info: 'Phí tháng 11 A-12.05',
  channel: null,
  createdAt: new Date(),
  expiresAt: new Date(Date.now() + 900_000),
  providerRef: null,
  returnUrl: 'https://hoasen.test/resident/payments/1',
  ...values,
});
const spoken = (name: Spoken): [Adapter, Contract] => [
  adapterOf(name) as Adapter,
  { credentials: sandbox.keys[name], environment: 'LIVE', noticeUrl: `${server.url}/api/webhooks/payment/x/y` },
];
/** Order id at the provider. */
const idOf = (name: Spoken, { ref }: PayOrder) =>
  name === 'ZALOPAY' ? ([...sandbox.orders.keys()].find(id => id.endsWith(ref)) ?? '') : ref;
/** Starts a payment like a payer. */
async function begun(name: Spoken, values: Partial<PayOrder> = {}): Promise<PayOrder> {
  const [adapter, contract] = spoken(name);
  const order = orderOf(values);
  const { url } = await adapter.create(contract, order);
  expect((await fetch(String(url))).status).toBe(200);
  return { ...order, providerRef: sandbox.orders.get(idOf(name, order))?.providerRef ?? null };
}
const rawOf = (name: Spoken, order: PayOrder, state?: 'PAID' | 'FAILED') => {
  const { url, body = '' } = sandbox.noticeOf(idOf(name, order), state);
  return { query: url.split('?').slice(1).join('?'), body };
};

describe.each(SPOKEN)('%s', name => {
  const [adapter, contract] = spoken(name);

  it('begins, is looked up, and tells of what was paid', async () => {
    const order = await begun(name);
    expect((await adapter.query(contract, order)).state).toBe('PENDING');
    expect((await adapter.query(contract, orderOf())).state).toBe('UNKNOWN');
    await sandbox.end(idOf(name, order), 'PAID');
    expect(await adapter.query(contract, order)).toMatchObject({ state: 'PAID', amount: 18_060 });
    const told = adapter.read(sandbox.keys[name], rawOf(name, order));
    expect(told).toMatchObject({ ref: order.ref, state: 'PAID', amount: 18_060, providerRef: order.providerRef });
  });

  it('takes nothing of which a single byte was changed', async () => {
    const order = await begun(name);
    const { query, body } = rawOf(name, order, 'PAID');
    const text = body || query;
    for (let tries = 0; tries < 1000; tries++) {
      const at = Math.floor(Math.random() * text.length);
      const other = String.fromCharCode(33 + Math.floor(Math.random() * 90));
      if (other === text[at]) continue;
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      const read = adapter.read(sandbox.keys[name], body ? { query, body: changed } : { query: changed, body });
      expect(read, changed).toBeNull();
    }
  });

  it.runIf(name !== 'ONEPAY')('gives money back once, whatever is lost on the way', async () => {
    const order = await begun(name);
    await sandbox.end(idOf(name, order), 'PAID');
    const refund = { key: `RF${Date.now()}${n}`, amount: 8000, reason: 'Trả lại', by: 'Ann', at: new Date() };
    const held = sandbox.orders.get(idOf(name, order));
    for (let tries = 0; tries < 3; tries++) {
      sandbox.faultOfNext('lost');
      await adapter.refund(contract, order, refund).catch(error => expect(error).toBeInstanceOf(NotAnswering));
    }
    sandbox.faultOfNext(null);
    expect(held?.refunds.map(({ amount, state }) => [amount, state])).toEqual([[8000, 'REFUNDED']]);
    expect(await adapter.queryRefund(contract, order, refund)).toBe('REFUNDED');
    const above = { ...refund, key: `${refund.key}X`, amount: 18_060 };
    expect(await adapter.refund(contract, order, above)).toBe('FAILED');
    if (held) held.fault = 'refund-pending';
    const later = { ...refund, key: `${refund.key}Y`, amount: 60 };
    expect(await adapter.refund(contract, order, later)).toBe('PENDING');
    expect(await adapter.queryRefund(contract, order, later)).toBe('REFUNDED');
  });

  it('says that nobody answers where nobody does', async () => {
    const order = await begun(name);
    sandbox.faultOfNext('slow');
    await expect(adapter.query(contract, order)).rejects.toBeInstanceOf(NotAnswering);
    sandbox.faultOfNext(null);
  });
});

it('writes the address of VNPAY as it is signed', async () => {
  const [adapter, contract] = spoken('VNPAY');
  const { url } = await adapter.create(contract, orderOf());
  const query = String(url).split('?')[1] ?? '';
  expect(query).toContain('vnp_Amount=1806000');
  expect(query).toContain('vnp_OrderInfo=PHI+THANG+11+A+12+05');
  expect(query).not.toContain('SecureHashType');
  const names = query.split('&').map(one => one.split('=')[0]);
  expect(names.slice(0, -1)).toEqual(names.slice(0, -1).toSorted());
  expect(names.at(-1)).toBe('vnp_SecureHash');
});

it('names an order of ZaloPay by Vietnam’s day', async () => {
  const [adapter, contract] = spoken('ZALOPAY');
  const body: string[] = [];
  const held = globalThis.fetch;
  globalThis.fetch = async (_url, init) => {
    body.push(String(init?.body));
    return new Response(JSON.stringify({ return_code: 1, order_url: 'x' }));
  };
  // Half past midnight in Hanoi is the previous day in UTC.
  const createdAt = new Date('2026-11-26T17:30:00Z');
  await adapter.create(contract, orderOf({ createdAt })).finally(() => {
    globalThis.fetch = held;
  });
  const id = new URLSearchParams(body[0]).get('app_trans_id') ?? '';
  expect(id).toMatch(/^261127_/);
  expect(id.length).toBeLessThanOrEqual(40);
});

describe('the address that notices come to', () => {
  const credentials = sandbox.keys.VNPAY;
  const heard: ProviderStatus[] = [];
  let gateway: Row;
  const tell = async (url: string) => {
    const answer = await fetch(url);
    return [answer.status, ((await answer.json()) as { RspCode: string }).RspCode];
  };
  beforeAll(async () => {
    configureWebhooks(async (_gateway, told) => {
      const known = sandbox.orders.get(told.ref);
      if (!known) return 'ORDER_UNKNOWN';
      if (told.amount !== known.amount) return 'AMOUNT_DIFFERS';
      const twice = heard.some(({ ref }) => ref === told.ref);
      heard.push(told);
      return twice ? 'DOUBLE' : 'TAKEN';
    });
    const values = { name: 'VNPAY', provider: 'VNPAY', environment: 'LIVE', credentials };
    gateway = (await ann.post<Row>(paymentGateway.path, values)).data;
    sandbox.noticeTo('VNPAY', `${server.url}/api/webhooks/payment/vnpay/${gateway.ipnKey}`);
  });

  it('answers VNPAY as it wants', async () => {
    const { ref } = await begun('VNPAY');
    const { url } = sandbox.noticeOf(ref, 'PAID');
    expect(await tell(`${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}`)).toEqual([200, '97']);
    expect(await tell(sandbox.noticeOf(ref, 'PAID', 18_061).url)).toEqual([200, '04']);
    expect(heard).toEqual([]);
    expect(await tell(url)).toEqual([200, '00']);
    expect(await tell(url)).toEqual([200, '02']);
    const other = await begun('VNPAY');
    const unknown = sandbox.noticeOf(other.ref, 'PAID').url;
    sandbox.orders.delete(other.ref);
    expect(await tell(unknown)).toEqual([200, '01']);
    const { lastIpnAt } = (await ann.get<Row>(`${paymentGateway.path}/${gateway.id}`)).data;
    expect(lastIpnAt).toBeTruthy();
    expect((await fetch(`${server.url}/api/webhooks/payment/vnpay/nobody`)).status).toBe(404);
    expect((await fetch(`${server.url}/api/webhooks/payment/paypal/${gateway.ipnKey}`)).status).toBe(404);
  });

  it('takes what the old keys signed for 48 hours', async () => {
    const { ref } = await begun('VNPAY');
    const { url } = sandbox.noticeOf(ref, 'PAID');
    const at = `${paymentGateway.path}/${gateway.id}`;
    expect((await ann.put(`${at}/rotate`, { credentials: { hashSecret: 'ANOTHER' } })).status).toBe(200);
    expect(await tell(url)).toEqual([200, '00']);
    const secrets = db().collection<{ _id: string }>('gateway-secrets');
    await secrets.updateOne(
      { _id: String(gateway.id) },
      { $set: { 'of.LIVE.beforeUntil': new Date(Date.now() - 1000) } },
    );
    expect(await tell(url)).toEqual([200, '97']);
    const sealed = seal('gateway-secrets', JSON.stringify(credentials));
    await secrets.updateOne({ _id: String(gateway.id) }, { $set: { 'of.LIVE.sealed': sealed } });
  });

  it('is tried step by step before it takes payments', async () => {
    const at = `${paymentGateway.path}/${gateway.id}`;
    const tried = await ann.put<Row>(`${at}/test`, {});
    expect(tried.status, tried.text).toBe(200);
    expect(tried.data.testPassedAt).toBeTruthy();
    await ann.put(`${at}/rotate`, { credentials: { hashSecret: 'WRONG' } });
    expect((await ann.get<Row>(at)).data.testPassedAt).toBe(null);
    const failed = await ann.put(`${at}/test`, {});
    expect([failed.status, failed.code, failed.error?.data?.step]).toEqual([422, 'GATEWAY_TEST_FAILED', 'look-up']);
    expect((await ann.get<Row>(at)).data.lastError).toContain('look-up');
  });
});
