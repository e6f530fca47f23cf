import { changeProject, projects } from '@lobby/server/platform/projects/projects.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Online');
const { ann, dora } = site;
const { make, act, read } = await booksAt(site);
const { path } = paymentGateway;
const account = await make(bankAccount.path, {
  bankBin: '970436',
  accountNumber: '1018000123',
  accountName: 'BAN QUAN LY',
});
const bank = await make(fund.path, { name: 'Bank', code: 'NH', kind: 'BANK', bankAccountId: account.id });
const HIDDEN = 'THE-SECRET-OF-THE-CONTRACT';
const mode = (values: object) => ann.put<Row>(`${path}/mode`, { reason: 'For the test', ...values });
const own = (name: string) => make(path, { name, provider: 'VIETQR', bankAccountId: account.id });
const named = (gateway: Row) =>
  make(paymentMethod.path, {
    name: `By ${gateway.name}`,
    code: `G${gateway.order}`,
    kind: 'ONLINE',
    fundId: bank.id,
    gatewayId: gateway.id,
  });
const feature = async (on: boolean) => {
  const held = await projects().findOne({ _id: site.id });
  const by = { actor: { id: 'system', name: 'Lobby' }, now: new Date() };
  await changeProject(site.id, held?.version ?? 1, { features: { ONLINE_PAYMENT: on } }, by);
};

it('begins with what its provider has, and with nothing that it has not', async () => {
  const made = await make(path, { name: 'VNPAY', provider: 'VNPAY' });
  expect(made).toMatchObject({ status: 'DRAFT', minAmount: 5000, maxAmount: 999_999_999, refunds: true });
  expect(made.channels).toEqual([{ channel: 'CARD' }, { channel: 'BANK' }, { channel: 'QR' }]);
  expect(made.ipnKey).toMatch(/^[a-z]{24}$/);
  expect(refusal(await ann.post(path, { name: 'VNPAY', provider: 'MOMO' }))).toEqual([409, 'GATEWAY_EXISTS', 'name']);
  const wrong = { name: 'X', provider: 'VNPAY', channels: [{ channel: 'WALLET' }] };
  expect(refusal(await ann.post(path, wrong))).toEqual([400, 'VALIDATION_FAILED', 'channels.0.channel']);
  expect(refusal(await ann.post(path, { name: 'X', provider: 'VIETQR' }))).toEqual([
    400,
    'VALIDATION_FAILED',
    'bankAccountId',
  ]);
  const moved = await ann.put(`${path}/${made.id}`, { version: 1, provider: 'MOMO' });
  expect(refusal(moved)).toEqual([400, 'VALIDATION_FAILED', 'provider']);
});

it('keeps what its contract says from everybody', async () => {
  const credentials = { partnerCode: 'MOMOTEST', accessKey: HIDDEN, secretKey: `${HIDDEN}-2` };
  const made = await ann.post<Row>(path, { name: 'MoMo', provider: 'MOMO', credentials });
  expect(made.status, made.text).toBe(201);
  expect(made.data.credentialsAt).toBeTruthy();
  const at = `${path}/${made.data.id}`;
  const other = await ann.put(at, { version: 1, credentials: { hashSecret: HIDDEN } });
  expect(refusal(other)).toEqual([400, 'VALIDATION_FAILED', 'credentials.hashSecret']);
  expect((await ann.put(at, { version: 1, credentials: { secretKey: `${HIDDEN}-3` } })).status).toBe(200);
  expect((await ann.put(`${at}/rotate`, { credentials: { secretKey: `${HIDDEN}-4` } })).status).toBe(200);
  expect(refusal(await ann.put(`${at}/rotate`, { credentials: {} }))).toEqual([
    400,
    'VALIDATION_FAILED',
    'credentials',
  ]);
  const activity = await ann.get<Row[]>(`${at}/activities`);
  expect(activity.data.map(({ action }) => action)).toEqual(['keys', 'update', 'create']);
  expect(Object.keys(activity.data[0]?.after as object)).toContain('credentialsAt');
  const all = [made, activity, await ann.get(at), await ann.get(path), await ann.get(`/activity?limit=50`)];
  for (const { text } of all) expect(text).not.toContain(HIDDEN);
});

it('is not taken without a contract, a test and a method that names it', async () => {
  const terminal = await make(path, { name: 'OnePay', provider: 'ONEPAY' });
  for (const name of ['test', 'activate']) {
    const refused = await act(path, terminal, name);
    expect([...refusal(refused), refused.error.message]).toEqual([
      422,
      'PAYMENT_CONFIG_NOT_FOUND',
      'OnePay has no credentials of its provider yet.',
    ]);
  }
  const credentials = { merchant: 'M', accessCode: 'A', hashSecret: 'AB12' };
  await ann.put(`${path}/${terminal.id}/rotate`, { credentials });
  expect((await act(path, terminal, 'activate')).error.message).toBe('No active payment method uses OnePay.');
  await named(terminal);
  expect(refusal(await act(path, terminal, 'activate'))).toEqual([422, 'GATEWAY_NOT_TESTED']);
  const again = { name: 'Again', code: 'AGAIN', kind: 'ONLINE', fundId: bank.id, gatewayId: terminal.id };
  expect(refusal(await ann.post(paymentMethod.path, again))).toEqual([409, 'GATEWAY_HAS_METHOD', 'gatewayId']);
});

it('lets residents pay, look, or neither', async () => {
  expect((await dora.get<Row>(`${path}/mode`)).data).toMatchObject({ mode: 'OFF', reason: null });
  expect(refusal(await mode({ mode: 'ON' }))).toEqual([422, 'PROJECT_NO_ONLINE_PAYMENT']);
  const gateway = await own('QR of the building');
  await named(gateway);
  expect(refusal(await mode({ mode: 'ON' }))).toEqual([422, 'PROJECT_NO_ONLINE_PAYMENT']);
  expect((await act(path, gateway, 'activate')).status).toBe(200);
  // The feature is switched off.
  expect(refusal(await mode({ mode: 'ON' }))).toEqual([422, 'PROJECT_NO_ONLINE_PAYMENT']);
  await feature(true);
  const looks = await mode({ mode: 'VIEW_ONLY', words: 'Pay at the desk' });
  expect(looks.data).toMatchObject({ mode: 'VIEW_ONLY', words: 'Pay at the desk' });
  expect((await dora.get<Row[]>(`${path}/offered`)).data).toEqual([]);
  expect((await mode({ mode: 'ON' })).status).toBe(200);
  const { data } = await dora.get<Row[]>(`${path}/offered?amount=100000`);
  expect(data).toMatchObject([{ id: gateway.id, provider: 'VIETQR', channels: ['QR', 'MOBILE_BANKING'], fee: 0 }]);
  const stale = await ann.put(`${path}/mode`, { mode: 'OFF', reason: 'Late', version: 1 });
  expect(refusal(stale)).toEqual([409, 'DATA_STALE']);
  await feature(false);
  expect((await dora.get<Row>(`${path}/mode`)).data.mode).toBe('OFF');
});

it('is paused with a reason, and not removed while it takes payments', async () => {
  const gateway = await own('Second');
  const method = await named(gateway);
  await act(path, gateway, 'activate');
  expect((await ann.delete(`${path}/${gateway.id}`)).code).toBe('GATEWAY_IN_USE');
  expect((await act(path, gateway, 'pause')).status).toBe(400);
  expect((await act(path, gateway, 'pause', { reason: 'Not answering' })).status).toBe(200);
  expect((await read(path, gateway.id)).reason).toBe('Not answering');
  expect((await act(path, gateway, 'activate')).data.reason).toBe(null);
  await act(path, gateway, 'pause', { reason: 'Over' });
  expect((await ann.delete(`${paymentMethod.path}/${method.id}`)).status).toBe(200);
  expect((await ann.delete(`${path}/${gateway.id}`)).status).toBe(200);
});
