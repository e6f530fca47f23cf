import { db, newId } from '@lobby/server/kit/database/database.ts';
import { interestJob } from '@lobby/server/modules/bill/index.ts';
import { onlineOrdersJob } from '@lobby/server/modules/online-transaction/index.ts';
import { giveUpJob } from '@lobby/server/modules/online-transaction/saved/invalidation.ts';
import { configurePaymentSandbox } from '@lobby/server/modules/payment-gateway/index.ts';
import { configureTimeout } from '@lobby/server/modules/payment-gateway/protocols/post.ts';
import { changeProject, projects } from '@lobby/server/platform/projects/projects.ts';
import { bankStatement } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { openPaymentSandbox } from '../../scripts/sandbox/payments.ts';
import { amenitiesOf, hours } from '../setup/amenities/amenities.ts';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { few } from '../setup/contract/whole.ts';
import { booksAt, refusal, today } from '../setup/money/books.ts';
import { change } from '../setup/records.ts';
import { until } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { inDays } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Orders');
const { ann, dora, emil, unitId } = site;
const { make, act, read, priced, billsOf, released, agree, accountOf, pay: atDesk } = await booksAt(site);
const { amenityOf } = amenitiesOf(site);
const { path } = onlineTransaction;
const sandbox = await openPaymentSandbox({ slowMs: 600 });
configurePaymentSandbox(sandbox.url, ['SANDBOX', 'LIVE']);
configureTimeout(400);
afterAll(async () => {
  configureTimeout(null);
  configurePaymentSandbox(null);
  await sandbox.close();
});

const account = await make(bankAccount.path, {
  bankBin: '970436',
  accountNumber: '1018000123',
  accountName: 'BAN QUAN LY',
});
const bank = await make(fund.path, { name: 'Bank', code: 'NH', kind: 'BANK', bankAccountId: account.id });
const held = await projects().findOne({ _id: site.id });
await changeProject(
  site.id,
  held?.version ?? 1,
  { features: { ONLINE_PAYMENT: true } },
  {
    actor: { id: 'system', name: 'Lobby' },
    now: new Date(),
  },
);

/** Active gateway. */
async function gatewayOf(provider: 'VNPAY' | 'MOMO' | 'ZALOPAY' | 'ONEPAY' | 'VIETQR', values: object = {}) {
  const own = provider === 'VIETQR';
  const made = await make(paymentGateway.path, {
    name: `${provider} ${Math.random()}`,
    provider,
    environment: 'LIVE',
    purposes: PURPOSES,
    ...(own ? { bankAccountId: account.id } : { credentials: sandbox.keys[provider] }),
    ...values,
  });
  const code = String(made.id).slice(-12);
  const settles = own ? 'DIRECT' : 'ON_STATEMENT';
  await make(paymentMethod.path, { name: code, code, kind: 'ONLINE', fundId: bank.id, gatewayId: made.id, settles });
  if (!own) expect((await act(paymentGateway.path, made, 'test')).status).toBe(200);
  expect((await act(paymentGateway.path, made, 'activate')).status).toBe(200);
  if (provider === 'VNPAY') sandbox.noticeTo('VNPAY', `${server.url}/api/webhooks/payment/vnpay/${made.ipnKey}`);
  return made;
}
const PURPOSES = ['BILLS', 'ACCOUNT', 'DEPOSIT', 'BOOKING'].map(purpose => ({ purpose }));
const vnpay = await gatewayOf('VNPAY', { allowPartial: true, oldestFirst: false });
const begin = (items: object[], gateway: Row = vnpay, more: object = {}) =>
  dora.post<Row>(path, { items, gatewayId: gateway.id, ...more });
const mode = (name: string) => ann.put(`${paymentGateway.path}/mode`, { mode: name, reason: 'For the test' });
/** Order whose payment page was opened. */
async function opened(items: object[], gateway: Row = vnpay, more: object = {}): Promise<Row> {
  const made = await begin(items, gateway, more);
  expect(made.status, made.text).toBe(201);
  expect((await fetch(String(made.data.url))).status).toBe(200);
  return read(path, made.data.id);
}
/** Bill published to the unit. */
async function owed(amount: number): Promise<Row> {
  const made = await released(amount);
  await change(bill, String(made.id), { publication: 'PUBLISHED' });
  return read(bill.path, made.id);
}
const methodOf = async ({ id }: Row): Promise<Row> => {
  const { data } = await ann.get<Row[]>(`${paymentMethod.path}?limit=100`);
  return data.find(({ gatewayId }) => gatewayId === id) as Row;
};
const receiptsOf = async (order: Row) =>
  (await ann.get<Row[]>(`${receipt.path}?limit=100`)).data.filter(({ content }) =>
    String(content).startsWith(String(order.code)),
  );

it('is begun while payments are on, by who lives there', async () => {
  const due = await owed(100_000);
  await mode('VIEW_ONLY');
  expect(refusal(await begin([{ billId: due.id }]))).toEqual([422, 'PROJECT_NO_ONLINE_PAYMENT']);
  expect((await mode('ON')).status).toBe(200);
  const small = await begin([{ billId: due.id, amount: 4999 }]);
  expect(refusal(small)).toEqual([422, 'AMOUNT_OUT_OF_RANGE']);
  expect((await begin([{ billId: due.id, amount: 5000 }])).status).toBe(201);
  expect((await ann.post(path, { items: [{ billId: due.id }], gatewayId: vnpay.id })).status).toBe(403);
  const others = await emil.post(path, { items: [{ billId: due.id }], gatewayId: vnpay.id });
  expect(refusal(others)).toEqual([404, 'BILL_NOT_EXISTING', 'items.0.billId']);
  const key = { 'Idempotency-Key': 'once-and-again' };
  const body = { items: [{ billId: due.id }], gatewayId: vnpay.id };
  const [first, second] = [await dora.post<Row>(path, body, key), await dora.post<Row>(path, body, key)];
  expect(second.data.id).toBe(first.data.id);
  // The newer order replaced the one for 5,000.
  const { data } = await dora.get<Row[]>(path);
  expect(data.map(({ status }) => status)).toEqual(['IN_PROCESS', 'CANCELLED']);
  const strict = await gatewayOf('MOMO', { oldestFirst: true });
  const newer = await owed(60_000);
  await change(bill, String(newer.id), { dueDate: '2099-01-01' });
  expect(refusal(await begin([{ billId: newer.id }], strict))).toEqual([422, 'OLDEST_BILL_FIRST']);
  expect(refusal(await begin([{ billId: due.id, amount: 50_000 }], strict))[1]).toBe('PAYMENT_EXCEEDS_BILL');
  expect((await ann.delete(`${paymentGateway.path}/${vnpay.id}`)).code).toBe('GATEWAY_IN_USE');
});

it('asks for the late interest of a bill with it, and pays both', async () => {
  const { id: serviceId } = await priced({ interestPerYear: 10 });
  const values = { unitId, serviceId, month: '2026-08', amount: 500_000, dueDate: inDays(-60) };
  const late = await make(bill.path, values);
  await act(bill.path, late, 'release');
  await change(bill, String(late.id), { publication: 'PUBLISHED' });
  const home = (await dora.get<{ bills: Row[] }>(`${bill.path}/units/${unitId}`)).data.bills;
  expect(home.find(({ id }) => id === late.id)).toMatchObject({ remaining: 500_000, interest: 8219 });
  expect(refusal(await begin([{ billId: late.id, amount: 508_220 }]))[1]).toBe('PAYMENT_EXCEEDS_BILL');
  const order = await opened([{ billId: late.id }]);
  expect(order.amount).toBe(508_219);
  // Interest charged meanwhile does not change the paid items.
  await interestJob.run(new Date());
  expect(await read(bill.path, late.id)).toMatchObject({ interest: 8219 });
  expect(await read(path, order.id)).toMatchObject({ status: 'IN_PROCESS' });
  await sandbox.end(String(order.ref), 'PAID');
  expect(await read(path, order.id)).toMatchObject({ status: 'SUCCESSED', problem: 'NONE' });
  const [made] = await receiptsOf(order);
  expect((await read(receipt.path, made?.id)).allocations).toMatchObject([
    { kind: 'BILL', billId: late.id, amount: 500_000 },
    { kind: 'INTEREST', amount: 8219 },
  ]);
  expect(await read(bill.path, late.id)).toMatchObject({ paymentState: 'PAID', interest: 0, interestCharged: 8219 });
  expect((await billsOf(serviceId)).filter(one => one.createdFor === 'INTEREST')).toMatchObject([
    { total: 8219, paymentState: 'PAID' },
  ]);
  await agree();
});

describe('a notice', () => {
  it('that comes many times through two servers makes one receipt', async () => {
    const beside = await startBeside(server);
    const due = await owed(500_000);
    const order = await opened([{ billId: due.id }]);
    const { url } = sandbox.noticeOf(String(order.ref), 'PAID');
    const other = url.replace(server.url, beside.url);
    const tell = async (n: number) =>
      ((await (await fetch(n % 2 ? url : other)).json()) as { RspCode: string }).RspCode;
    const times = few(50, 10);
    const codes = await Promise.all(Array.from({ length: times }, (_, n) => tell(n)));
    expect(codes.filter(code => code === '00')).toHaveLength(1);
    expect(codes.filter(code => code === '02')).toHaveLength(times - 1);
    expect(await receiptsOf(order)).toMatchObject([{ amount: 500_000, type: 'ONLINE_PAYMENT' }]);
    expect(await read(path, order.id)).toMatchObject({ status: 'SUCCESSED', problem: 'NONE' });
    expect(await read(bill.path, due.id)).toMatchObject({ paymentState: 'PAID', remaining: 0 });
    await agree();
  });

  it('of another amount books nothing', async () => {
    const due = await owed(70_000);
    const order = await opened([{ billId: due.id }]);
    await fetch(sandbox.noticeOf(String(order.ref), 'PAID', 70_001).url);
    expect(await read(path, order.id)).toMatchObject({ status: 'IN_PROCESS', problem: 'AMOUNT_DIFFERS' });
    expect(await receiptsOf(order)).toEqual([]);
    await act(path, order, 'cancel', { reason: 'Asked for' });
  });

  it('that comes late still pays, and leaves what nobody owes to the unit', async () => {
    const [late, gone] = [await owed(30_000), await owed(40_000)];
    const first = await opened([{ billId: late.id }]);
    const second = await opened([{ billId: gone.id }]);
    await onlineOrdersJob.run(new Date(Date.now() + 20 * 60_000));
    expect((await read(path, first.id)).status).toBe('EXPIRED');
    await sandbox.end(String(first.ref), 'PAID');
    expect(await read(path, first.id)).toMatchObject({ status: 'SUCCESSED', problem: 'LATE' });
    expect((await read(bill.path, late.id)).paymentState).toBe('PAID');
    const before = Number((await accountOf()).balance ?? 0);
    await atDesk({ amount: 40_000, allocations: [{ billId: gone.id, amount: 40_000 }] });
    await sandbox.end(String(second.ref), 'PAID');
    expect(await read(path, second.id)).toMatchObject({ status: 'SUCCESSED', problem: 'DOUBLE_PAID' });
    expect(Number((await accountOf()).balance)).toBe(before + 40_000);
    await agree();
  });

  it('that never comes is looked up when the payer is back', async () => {
    const due = await owed(20_000);
    const order = await opened([{ billId: due.id }]);
    const known = sandbox.orders.get(String(order.ref));
    if (known) known.fault = 'never';
    await sandbox.end(String(order.ref), 'PAID');
    expect((await read(path, order.id)).status).toBe('IN_PROCESS');
    const back = await dora.put<Row>(`${path}/${order.id}/return`, {});
    expect(back.status, back.text).toBe(200);
    expect(back.data.status).toBe('SUCCESSED');
    expect(back.data.log).toBe(undefined);
    expect((await read(bill.path, due.id)).paymentState).toBe('PAID');
  });

  it('is taken where the books refuse it; a person books it', async () => {
    const due = await owed(25_000);
    const order = await opened([{ billId: due.id }]);
    const method = await methodOf(vnpay);
    await act(paymentMethod.path, method, 'deactivate');
    await sandbox.end(String(order.ref), 'PAID');
    expect(sandbox.answers.at(-1)?.text).toContain('"00"');
    expect(await read(path, order.id)).toMatchObject({ status: 'SUCCESSED', problem: 'NO_RECEIPT', receiptId: null });
    await act(paymentMethod.path, method, 'activate');
    const booked = await act(path, order, 'book');
    expect(booked.data).toMatchObject({ problem: 'NONE', receiptId: expect.any(String) });
    expect((await read(bill.path, due.id)).paymentState).toBe('PAID');
    expect(refusal(await act(path, order, 'book'))).toEqual([409, 'ORDER_BOOKED']);
    await agree();
  });
});

it('ends at once where its bill is changed, and where its gateway is paused', async () => {
  const due = await owed(90_000);
  const order = await opened([{ billId: due.id }]);
  expect((await act(bill.path, due, 'cancel', { reason: 'By mistake' })).status).toBe(200);
  await until(async () => (await read(path, order.id)).status === 'DISABLED');
  const momo = await gatewayOf('MOMO');
  const other = await owed(80_000);
  const open = await begin([{ billId: other.id }], momo);
  await act(paymentGateway.path, momo, 'pause', { reason: 'Not answering' });
  await until(async () => (await read(path, open.data.id)).status === 'DISABLED');
});

it('gives money back once, and never more than was paid', async () => {
  const order = await opened([{ amount: 500_000 }], vnpay, { purpose: 'ACCOUNT' });
  await sandbox.end(String(order.ref), 'PAID');
  const give = (amount: number, how = 'UNIT_ACCOUNT') =>
    ann.put<Row>(`${path}/${order.id}/refund`, { amount, reason: 'Too much', how });
  sandbox.faultOfNext('lost');
  const first = await give(300_000);
  expect(first.status, first.text).toBe(200);
  expect(first.data.refunds).toMatchObject([{ amount: 300_000, refundStatus: 'REFUNDED' }]);
  expect(sandbox.orders.get(String(order.ref))?.refunds).toHaveLength(1);
  expect(refusal(await give(200_001))).toEqual([422, 'REFUND_EXCEEDS_PAID', 'amount']);
  expect(refusal(await give(1, 'RECEIPT'))).toEqual([422, 'REFUND_NOT_SUPPORTED', 'amount']);
  await agree();
});

it('pays a deposit and a booking by what they are paid with', async () => {
  const asked = await make(depositRequest.path, { unitId, content: 'Keys', amount: 200_000 });
  const keys = await opened([{ depositRequestId: asked.id }]);
  await sandbox.end(String(keys.ref), 'PAID');
  expect(await read(depositRequest.path, asked.id)).toMatchObject({ status: 'DEPOSITED', collected: 200_000 });
  expect((await read(path, keys.id)).depositId).toBeTruthy();
  const hall = await amenityOf({ price: 100_000, limitPerSlot: 50, approval: 'MANUAL' });
  const slots = hours(3, 2);
  const booking = await make(utilityBooking.path, { utilityId: hall.id, slots }, dora);
  const order = await opened([{ bookingId: booking.id }]);
  expect(order.amount).toBe(booking.fee);
  await sandbox.end(String(order.ref), 'PAID');
  expect(await read(utilityBooking.path, booking.id)).toMatchObject({ paidFee: booking.fee, paymentState: 'PAID' });
  expect((await read(path, order.id)).receiptId).toBeTruthy();
  await agree();
});

describe.each(['MOMO', 'ZALOPAY'] as const)('a way to pay that is saved with %s', provider => {
  const ways = '/saved-payment';
  const saved = async (who = dora) => (await who.get<Row[]>(ways)).data;
  const asked = ({ id }: Row) =>
    [...sandbox.orders.values()].findLast(order => order.payer !== null && order.returnUrl.endsWith(`/ways/${id}`));
  let gateway: Row;
  /** Saved payment method, confirmed at the provider. */
  async function agreedTo(): Promise<Row> {
    const begun = await dora.post<Row>(ways, { gatewayId: gateway.id, agreed: true });
    expect(begun.status, begun.text).toBe(201);
    expect((await fetch(String(begun.data.url))).status).toBe(200);
    expect((await dora.get<Row>(`${ways}/${begun.data.id}`)).data.state).toBe('ASKED');
    await sandbox.end(String(asked(begun.data)?.id), 'PAID');
    const { data } = await dora.get<Row>(`${ways}/${begun.data.id}`);
    expect(data).toMatchObject({ state: 'SAVED', lastFour: '6938', gatewayId: gateway.id });
    return data;
  }
  const pay = async (way: Row, amount: number, who = dora) => {
    const due = await owed(amount);
    const made = await who.post<Row>(path, { items: [{ billId: due.id }], gatewayId: gateway.id, savedId: way.id });
    return { due, made };
  };

  it('needs the consent of its payer, and is theirs alone', async () => {
    gateway = await gatewayOf(provider, { oldestFirst: false });
    const offered = (await dora.get<Row[]>(`${paymentGateway.path}/offered`)).data;
    expect(offered.flatMap(({ id, saves }) => (saves ? [id] : []))).toContain(gateway.id);
    expect(offered.find(({ id }) => id === vnpay.id)).toMatchObject({ saves: false });
    expect((await dora.post(ways, { gatewayId: gateway.id, agreed: false })).status).toBe(400);
    expect(refusal(await dora.post(ways, { gatewayId: vnpay.id, agreed: true }))[1]).toBe('PAYMENT_CONFIG_NOT_FOUND');
    const way = await agreedTo();
    expect([(await saved()).map(({ id }) => id), await saved(emil)]).toEqual([[way.id], []]);
    expect((await ann.get(ways)).status).toBe(403);
    expect((await emil.get(`${ways}/${way.id}`)).status).toBe(404);
    expect((await emil.delete(`${ways}/${way.id}`)).status).toBe(404);
    const { made } = await pay(way, 20_000, emil);
    expect(made.status).not.toBe(201);
    // The token is not stored in readable form.
    const kept = await db().collection('saved-ways').find({ gatewayId: gateway.id }).toArray();
    expect(JSON.stringify(kept)).not.toContain(asked(way)?.token);
  });

  it('takes the money at once, and once, whatever is lost on the way', async () => {
    const [way] = (await saved()) as [Row];
    const { due, made } = await pay(way, 30_000);
    expect(made.data, made.text).toMatchObject({ status: 'SUCCESSED', url: null });
    expect(await read(bill.path, due.id)).toMatchObject({ paymentState: 'PAID', remaining: 0 });
    expect(await receiptsOf(await read(path, made.data.id))).toHaveLength(1);
    for (const fault of ['lost', 'pay-lost', 'never', 'fifty'] as const) {
      sandbox.faultOfNext(fault);
      const other = await pay(way, 31_000);
      sandbox.faultOfNext(null);
      await until(async () => (await read(path, other.made.data.id)).status === 'SUCCESSED');
      expect(await receiptsOf(await read(path, other.made.data.id)), fault).toHaveLength(1);
      expect(await read(bill.path, other.due.id), fault).toMatchObject({ paymentState: 'PAID' });
    }
    await agree();
  });

  it('that is pressed twice takes the money once', async () => {
    const [way] = (await saved()) as [Row];
    const due = await owed(35_000);
    const body = { items: [{ billId: due.id }], gatewayId: gateway.id, savedId: way.id };
    const before = (await accountOf()).balance;
    const taken = [...sandbox.orders.values()].filter(order => order.state === 'PAID').length;
    const both = await Promise.all([dora.post<Row>(path, body), dora.post<Row>(path, body)]);
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(both.filter(({ status }) => status !== 201).map(refused => refused.status)).toEqual([expect.any(Number)]);
    await until(async () => (await read(bill.path, due.id)).paymentState === 'PAID');
    expect([...sandbox.orders.values()].filter(order => order.state === 'PAID')).toHaveLength(taken + 1);
    expect((await accountOf()).balance).toBe(before);
    // A pending payment with unknown result blocks another one.
    const other = await owed(36_000);
    const open = await begin([{ billId: other.id }], gateway);
    const turn = (status: string) => change(onlineTransaction, String(open.data.id), { status, channel: 'TOKEN' });
    await turn('PAYMENT_IN_PROCESS');
    const again = await dora.post(path, { ...body, items: [{ billId: other.id }] });
    expect(refusal(again)).toEqual([409, 'PAYMENT_UNDER_WAY']);
    await turn('FAILED');
  });

  it('that is refused owes what was owed, and says to pay another way', async () => {
    const [way] = (await saved()) as [Row];
    sandbox.faultOfNext('pay-refused');
    const { due, made } = await pay(way, 32_000);
    sandbox.faultOfNext(null);
    expect(refusal(made)).toEqual([422, 'SAVED_WAY_REFUSED']);
    expect(await read(bill.path, due.id)).toMatchObject({ paymentState: 'UNPAID', remaining: 32_000 });
    sandbox.faultOfNext('close');
    const { made: away } = await pay(way, 33_000);
    sandbox.faultOfNext(null);
    expect([201, 422]).toContain(away.status);
    const body = { items: [{ billId: due.id }], gatewayId: gateway.id, channel: 'TOKEN' };
    expect(refusal(await dora.post(path, body))).toEqual([400, 'VALIDATION_FAILED', 'savedId']);
  });

  it('is saved once and by a signed notice alone', async () => {
    const begun = (await dora.post<Row>(ways, { gatewayId: gateway.id, agreed: true })).data;
    const order = asked(begun);
    const state = async () => (await dora.get<Row>(`${ways}/${begun.id}`)).data.state;
    if (order) order.fault = 'signature';
    // The provider, queried about the forged message, confirms that nothing was agreed.
    const { url, body = '' } = sandbox.noticeOf(String(order?.id), 'PAID');
    const tell = (text: string) =>
      fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: text });
    await tell(body.replace('6938', '1111').replace('cb-', 'cc-'));
    expect(await state()).toBe('ASKED');
    if (order) Object.assign(order, { fault: null, state: 'PAID' });
    await Promise.all(Array.from({ length: 5 }, () => tell(body)));
    expect(await state()).toBe('SAVED');
    expect((await saved()).filter(({ id }) => id === begun.id)).toHaveLength(1);
  });

  it('is forgotten here and there when its payer says so, or leaves', async () => {
    const [way, other] = (await saved()) as [Row, Row];
    const there = [asked(way), asked(other)];
    expect((await dora.delete(`${ways}/${way.id}`)).status).toBe(200);
    expect(there[0]?.state).toBe('CANCELLED');
    expect(refusal((await pay(way, 34_000)).made).slice(0, 1)).toEqual([400]);
    await db()
      .collection<{ _id: string }>('saved-ways')
      .updateOne({ _id: String(other.id) }, { $set: { residentId: newId() } });
    await giveUpJob.run(new Date());
    expect([there[1]?.state, await saved()]).toEqual(['CANCELLED', []]);
    expect(
      await db()
        .collection('saved-ways')
        .countDocuments({ gatewayId: gateway.id, state: { $ne: 'ASKED' } }),
    ).toBe(0);
  });
});

it('an order by our own VietQR is paid by the bank statement', async () => {
  const qr = await gatewayOf('VIETQR');
  const due = await owed(45_000);
  const made = await begin([{ billId: due.id }], qr);
  expect(made.data.qr).toContain('45000');
  const order = await read(path, made.data.id);
  const lines = ['Ngày;Số tham chiếu;Ghi có;Nội dung', `${today()};FT1;45000;${String(order.ref)} CHUYEN TIEN`];
  const taken = await ann.post(
    `${bankStatement.path}?bankAccountId=${account.id}`,
    formOf([{ name: 's.csv', body: Buffer.from(lines.join('\n')) }]),
  );
  expect(taken.data).toMatchObject({ lines: 1, new: 1, matched: 1 });
  expect(await read(path, order.id)).toMatchObject({ status: 'SUCCESSED', problem: 'NONE' });
  expect((await read(bill.path, due.id)).paymentState).toBe('PAID');
  await agree();
});

it('leaves nothing of a saved way where its payer moves out', async () => {
  const ways = '/saved-payment';
  const gateway = await gatewayOf('ZALOPAY');
  const { data } = await emil.post<Row>(ways, { gatewayId: gateway.id, agreed: true });
  const there = [...sandbox.orders.values()].findLast(({ payer }) => payer !== null);
  await sandbox.end(String(there?.id), 'PAID');
  expect((await emil.get<Row>(`${ways}/${data.id}`)).data.state).toBe('SAVED');
  const out = await ann.put(`${resident.path}/${emil.id}/move-out`, { unitId: site.otherUnitId });
  expect(out.status, out.text).toBe(200);
  await until(async () => (await db().collection('saved-ways').countDocuments({ gatewayId: gateway.id })) === 0);
  expect(there?.state).toBe('CANCELLED');
});
