import { checkBooks } from '@lobby/server/modules/ledger/index.ts';
import { turnOrders } from '@lobby/server/modules/merchant-order/index.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { payslip, receipt } from '@lobby/shared/modules/receipt.ts';
import { describe, expect, it } from 'vitest';
import { amenitiesOf } from '../setup/amenities.ts';
import type { Caller, Row } from '../setup/caller.ts';
import { changedAt, change as changeRecord } from '../setup/records.ts';
import { formOf, png } from '../setup/samples.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId } = site;
const { amenityOf } = amenitiesOf(site);
const { path } = merchantOrder;
const HOUR = 3_600_000;
let n = 0;

const made = async (at: string, values: object, who: Caller = ann): Promise<Row> => {
  const { status, data, text } = await who.post<Row>(at, values);
  if (status !== 201) throw new Error(text);
  return data;
};
const partnerOf = () =>
  made(partner.path, { name: `Partner ${++n}`, code: `P${n}`, type: 'CONTRACTOR', email: `p${n}@partner.test` });
const LIST = [
  { name: 'Một máy', unit: 'máy', price: 250_000 },
  { name: 'Nạp ga', unit: 'lần', price: 50_000 },
];
/** A service of a partner that is asked at once, or by hand. */
async function serviceOf(values: object = {}, partnerId?: string) {
  const of = { partnerId: partnerId ?? (await partnerOf()).id, priceList: LIST, type: 'NO_RESERVATION' };
  return amenityOf({ ...of, commissionRate: 8, warrantyDays: 30, dispatch: 'HAND', approval: undefined, ...values });
}
const shared = await serviceOf();
const order = (values: object = {}, service: Row = shared) =>
  made(path, {
    unitId,
    utilityId: service.id,
    description: 'It leaks',
    items: [{ name: 'Một máy', quantity: 2 }],
    ...values,
  });
/** Finishes an order by the staff, with a picture. */
const finish = async (one: Row, input: object = {}) => {
  const { data } = await ann.post<Row[]>('/upload', formOf([{ name: 'a.png', body: await png() }]));
  return act(one, 'finish', { photos: [data[0]?.id], ...input });
};
const change = (one: Row, values: Record<string, unknown>) => changeRecord(merchantOrder, one.id, values);
const act = ({ id }: Row, name: string, input: object = {}, who: Caller = ann) =>
  who.put<Row>(`${path}/${id}/${name}`, input);
/** An order that a partner was asked for, and the partner’s link. */
async function sent(values: object = {}) {
  const [asked, { id: partnerId }] = [await order(values), await partnerOf()];
  const { data } = await act(asked, 'dispatch', { partnerId });
  return {
    asked: data,
    partnerId,
    link: (await ann.put<{ token: string }>(`${path}/${asked.id}/renew-link`)).data.token,
  };
}
/** Calls the partner’s page by a link. */
async function page(link: string, name = '', body?: unknown, headers: Record<string, string> = {}) {
  const form = body instanceof FormData;
  const answer = await fetch(`${server.url}/api/partner/${link}${name}`, {
    method: form ? 'POST' : body === undefined ? 'GET' : 'PUT',
    headers: { ...headers, ...(!form && body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
  });
  const { data, error } = JSON.parse(await answer.text());
  return { status: answer.status, data: data?.order ? { ...data, ...data.order } : data, error };
}

it('goes from the order to its warranty: the partner by its link, the household in its app', async () => {
  const { asked, link } = await sent();
  expect((await page(link)).data).toMatchObject({
    code: asked.code,
    quote: 500_000,
    // Whose order it is, a partner learns once it has said yes.
    ...{ unit: null, contactName: null, hasPhone: false },
    acts: ['accept', 'decline'],
  });
  expect((await page(link, '/accept', {})).data).toMatchObject({ status: 'ACCEPTED', unit: expect.any(String) });
  expect((await page(link, '/work', {})).status).toBe(409);
  expect((await page(link, '/assign', {})).status).toBe(400);
  expect((await page(link, '/assign', { name: 'Tài', phone: '0901234567' })).status).toBe(200);
  await page(link, '/depart', {});
  await page(link, '/work', {});
  const [{ id: image }] = (await page(link, '/upload', formOf([{ name: 'a.png', body: await png() }]))).data;
  const none = await page(link, '/finish', {});
  expect(none.status).toBe(400);
  const done = await page(link, '/finish', { photos: [image], note: 'Xong' });
  expect(done.data).toMatchObject({ status: 'EMPLOYEE_FINISHED', acts: [], total: 500_000 });
  expect(done.data.finishPhotos).toHaveLength(1);
  expect((await act(asked, 'confirm', {}, dora)).data).toMatchObject({ status: 'COMPLETED', total: 500_000 });
  expect((await act(asked, 'rate', { rating: 5 }, dora)).data.status).toBe('RATED');
  expect((await act(asked, 'warranty', { reason: 'Lại rỉ' }, dora)).data).toMatchObject({ round: 2 });
  const { data } = await ann.get<Row>(`${path}/${asked.id}`);
  expect(data).toMatchObject({ total: 500_000, commission: 40_000, status: 'WARRANTY_REQUESTED' });
  expect((await act(asked, 'cancel', { reason: 'x' })).code).toBe('STATUS_NOT_ALLOWED');
  expect((await act(asked, 'refuse-warranty', { reason: 'Do người dùng' })).data).toMatchObject({
    ...{ status: 'COMPLETED', total: 500_000, commission: 40_000 },
  });
});

it('tells what the building earns, by partner', async () => {
  const { asked, partnerId, link } = await sent();
  for (const [name, input] of [
    ['/accept', {}],
    ['/start', {}],
  ] as const)
    expect((await page(link, name, input)).status).toBe(200);
  const [{ id: photo }] = (await page(link, '/upload', formOf([{ name: 'a.png', body: await png() }]))).data;
  expect(
    (await page(link, '/finish', { photos: [photo], items: [{ name: 'Sửa', quantity: 1, price: 1_250_000 }] })).status,
  ).toBe(200);
  await act(asked, 'confirm');
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  const { data } = await ann.get<Row[]>(`${path}/commission?from=${today}&to=${today}`);
  expect(data.find(row => row.partnerId === partnerId)).toMatchObject({ orders: 1, done: 1, commission: 100_000 });
  expect((await ann.get(`${path}/commission?from=x&to=${today}`)).status).toBe(400);
});

describe('a link', () => {
  it('opens nothing when it was changed, and is over when it was ended or the order passed on', async () => {
    const { asked, link } = await sent();
    const wrong = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
    expect((await page(wrong)).status).toBe(404);
    expect((await page(link, '/decline', { reason: 'Hết thợ' })).data.status).toBe('REJECTED_BY_INSTALLER');
    const { id: partnerId } = await partnerOf();
    await act(asked, 'dispatch', { partnerId });
    const over = await page(link);
    expect([over.status, over.error.code]).toEqual([410, 'LINK_OVER']);
    expect(over.error.message).toContain('1900 0000');
    expect((await page(link, '/accept', {})).status).toBe(410);
    const { token } = (await ann.put<{ token: string }>(`${path}/${asked.id}/renew-link`)).data;
    expect((await page(token)).status).toBe(200);
    const waits = page(`${token}?since=${(await page(token)).data.version}`);
    const begun = Date.now();
    expect((await ann.put(`${path}/${asked.id}/revoke-link`)).data).toEqual({ ended: 1 });
    expect((await waits).status).toBe(410);
    expect(Date.now() - begun).toBeLessThan(1500);
    const { data: links } = await ann.get<Row[]>(`${path}/${asked.id}/partner-link`);
    expect(links.map(({ open }) => open)).toEqual([false, false, false, false]);
    expect(links[0]).toMatchObject({ role: 'PARTNER', revokedBy: ann.name, opens: 2 });
    expect(JSON.stringify(links)).not.toContain(token);
  });

  it('is looked at without effect, names nobody before the partner has said yes, and nobody when it is over', async () => {
    const { asked, link } = await sent({ residentId: dora.id });
    for (let n = 0; n < 10; n++) {
      expect((await page(link)).data.status).toBe('FINDING_INSTALLER');
      await fetch(`${server.url}/api/partner/${link}`, { method: 'HEAD' });
    }
    const secret = /Dora|A-12\.08|\+849/;
    expect(JSON.stringify((await page(link)).data)).not.toMatch(secret);
    expect((await page(link, '/phone', {})).status).toBe(403);
    const { version } = (await page(link)).data;
    expect((await page(link, '/accept', { version })).data).toMatchObject({ contactName: 'Dora', hasPhone: true });
    expect((await page(link, '/phone', {})).data.phone).toMatch(/^\+84/);
    const { data: told } = await ann.get<Row[]>(`${path}/${asked.id}/activities`);
    expect(told.find(({ action }) => action === 'reveal')).toMatchObject({
      actor: { name: expect.stringMatching(/^Đối tác: Partner/) },
    });
    await change(asked, { status: 'COMPLETED' });
    const ended = (await page(link)).data;
    expect(JSON.stringify(ended)).not.toMatch(secret);
    expect(ended).toMatchObject({ status: 'COMPLETED', description: '', items: [], acts: [] });
    await changedAt(merchantOrder, asked.id, new Date(Date.now() - 8 * 24 * HOUR));
    expect((await page(link)).status).toBe(410);
  });

  it('of a worker knows its order alone, and ends with the next worker', async () => {
    const { link } = await sent();
    await page(link, '/accept', {});
    const { worker } = (await page(link, '/assign', { name: 'Tài', phone: '0901234567' })).data;
    expect((await page(worker)).data).toMatchObject({ role: 'WORKER', acts: ['depart', 'work', 'reschedule'] });
    expect((await page(worker, '/assign', { name: 'Đức' })).status).toBe(403);
    expect((await page(worker, '/orders')).status).toBe(403);
    expect((await page(link, '/orders')).data).toContainEqual(expect.objectContaining({ current: true }));
    expect((await page(worker, '/depart', {})).data.status).toBe('EMPLOYEE_ON_THE_WAY');
    const other = await sent();
    await page(other.link, '/accept', {});
    const first = (await page(other.link, '/assign', { name: 'Tài' })).data.worker;
    await page(other.link, '/assign', { name: 'Đức' });
    expect((await page(first)).status).toBe(410);
  });

  it('is used sixty times a minute at most, and guessed ten times', async () => {
    const { link } = await sent();
    const all = await Promise.all(Array.from({ length: 62 }, () => page(link)));
    expect(all.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    const from = { 'X-Forwarded-For': '203.0.113.7' };
    const wrong = Array.from({ length: 11 }, (_, n) => page(`${'x'.repeat(41)}${10 + n}`, '', undefined, from));
    expect((await Promise.all(wrong)).filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('takes no pictures before there is work, and no other record’s', async () => {
    const { link } = await sent();
    expect((await page(link, '/upload', formOf([{ name: 'a.png', body: await png() }]))).status).toBe(403);
    await page(link, '/accept', {});
    await page(link, '/start', {});
    const [foreign] = (await ann.post<Row[]>('/upload', formOf([{ name: 'a.png', body: await png() }]))).data;
    expect((await page(link, '/finish', { photos: [foreign?.id] })).status).toBe(422);
  });

  it('of two answers at once takes one', async () => {
    const { link } = await sent();
    const both = await Promise.all([page(link, '/accept', {}), page(link, '/decline', { reason: 'Bận' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

it('is moved by its household or its partner, and the other side agrees to the time', async () => {
  const { asked, link } = await sent();
  await page(link, '/accept', {});
  const appointmentAt = new Date(Date.now() + 86_400_000).toISOString();
  expect((await act(asked, 'reschedule', { appointmentAt, reason: 'Vắng nhà' }, dora)).data.status).toBe('RESCHEDULED');
  expect((await page(link, '/confirm-time', {})).data.status).toBe('ACCEPTED');
  await page(link, '/assign', { name: 'Tài' });
  expect((await page(link, '/assign', { name: 'Đức' })).data).toMatchObject({ employeeName: 'Đức' });
  await page(link, '/depart', {});
  expect((await act(asked, 'cancel', { reason: 'Bận' }, dora)).code).toBe('STATUS_NOT_ALLOWED');
  expect((await act(asked, 'cancel', { reason: 'Bận' })).data.status).toBe('CANCELLED');
  const other = await order();
  expect((await act(other, 'cancel', { reason: 'Tự sửa' }, dora)).data.status).toBe('CANCELLED_BY_RESIDENT');
});

it('is not passed to a partner that cannot be reached or has refused it', async () => {
  const asked = await order();
  const mute = await made(partner.path, { name: `Partner ${++n}`, code: `P${n}`, type: 'CONTRACTOR' });
  const refused = await act(asked, 'dispatch', { partnerId: mute.id });
  expect([refused.status, refused.code]).toEqual([422, 'PARTNER_NOT_AVAILABLE']);
  const { id: partnerId } = await partnerOf();
  await act(asked, 'dispatch', { partnerId });
  await act(asked, 'decline', { reason: 'Hết thợ' });
  expect((await act(asked, 'dispatch', { partnerId })).code).toBe('PARTNER_NOT_AVAILABLE');
});

it('is asked of the next partner when one does not answer in time, and given up when none is left', async () => {
  const [first, second] = [await partnerOf(), await partnerOf()];
  const service = await serviceOf({ dispatch: 'AUTO', otherPartnerIds: [second.id] }, first.id);
  const asked = await order({}, service);
  expect(asked).toMatchObject({ status: 'FINDING_INSTALLER', partnerId: first.id });
  const state = async () => (await ann.get<Row>(`${path}/${asked.id}`)).data;
  const late = async () => new Date(Date.parse(String((await state()).answerBy)) + 1000);
  await turnOrders(await late());
  expect(await state()).toMatchObject({ status: 'FINDING_INSTALLER', partnerId: second.id });
  await turnOrders(await late());
  expect(await state()).toMatchObject({ status: 'NO_INSTALLER_FOUND', declined: [{ partnerId: first.id }] });
});

it('is priced by the list of its service, at a time that can be kept', async () => {
  expect(await order({ collectedBy: 'BUILDING' })).toMatchObject({
    status: 'PENDING',
    quote: 500_000,
    commissionRate: 8,
  });
  const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
  const base = { unitId, utilityId: shared.id, description: 'It leaks', items: [{ name: 'Nạp ga', quantity: 1 }] };
  const court = await amenityOf({});
  for (const [values, field, code] of [
    [{ items: [{ name: 'Khác', quantity: 1 }] }, 'items.0.name', 'CHOICE_INVALID'],
    [{ items: [] }, 'items', 'REQUIRED'],
    [{ wantedFrom: at(0.5) }, 'wantedFrom', 'ORDER_TIME_INVALID'],
    [{ wantedFrom: at(31 * 24) }, 'wantedFrom', 'ORDER_TIME_INVALID'],
    [{ wantedFrom: at(3), wantedTo: at(2) }, 'wantedTo', 'END_BEFORE_START'],
    [{ description: 'Rỉ' }, 'description', 'TOO_SHORT'],
    [{ utilityId: court.id }, 'utilityId', 'REFERENCE_NOT_SUITABLE'],
  ] as const) {
    const refused = await ann.post(path, { ...base, ...values });
    expect([refused.error.data?.fields?.[field]?.code, Math.floor(refused.status / 100)]).toEqual([code, 4]);
  }
});

it('is taken over by itself three days after it was finished, unless it cost more than was quoted', async () => {
  const [fair, dear] = [await order(), await order()];
  for (const one of [fair, dear]) await change(one, { status: 'EMPLOYEE_WORKING' });
  await finish(fair);
  await finish(dear, { items: [{ name: 'Thêm', quantity: 1, price: 560_000 }] });
  for (let turn = 0; turn < 2; turn++) await turnOrders(new Date(Date.now() + 73 * HOUR));
  expect((await ann.get<Row>(`${path}/${fair.id}`)).data).toMatchObject({
    ...{ status: 'COMPLETED', commission: 40_000, overdue: false },
  });
  expect((await ann.get<Row>(`${path}/${dear.id}`)).data).toMatchObject({ status: 'EMPLOYEE_FINISHED', overdue: true });
  const { data } = await ann.get<{ act: string; status: string }[]>(`${path}/${fair.id}/timeline`);
  expect(data.map(({ status }) => status)).toEqual(['PENDING', 'EMPLOYEE_WORKING', 'EMPLOYEE_FINISHED', 'COMPLETED']);
});

it('is collected by the building: a receipt, the commission kept, the rest to the partner', async () => {
  const till = await made(fund.path, { name: 'Till', code: 'TILL', kind: 'CASH' });
  const [own, one] = [await order(), await order({ collectedBy: 'BUILDING' })];
  const pay = (of: Row, name: string) => ann.post<Row>(`${path}/${of.id}/${name}`, { method: 'CASH', fundId: till.id });
  await change(own, { status: 'COMPLETED', total: 500_000 });
  expect((await pay(own, 'pay-manual-fee')).code).toBe('PAYMENT_NOT_ALLOWED');
  await act(one, 'dispatch', { partnerId: (await partnerOf()).id });
  for (const [name, input] of [
    ['accept', {}],
    ['start', {}],
  ] as const)
    await act(one, name, input);
  await finish(one);
  expect((await act(one, 'confirm', {}, dora)).data.status).toBe('RESIDENT_CONFIRMED');
  expect((await pay(one, 'pay-partner')).code).toBe('PAYMENT_NOT_ALLOWED');
  const paid = await pay(one, 'pay-manual-fee');
  expect(paid.data).toMatchObject({ status: 'COMPLETED', commission: 40_000 });
  expect((await ann.get<Row>(`${receipt.path}/${paid.data.receiptId}`)).data).toMatchObject({ amount: 500_000 });
  expect((await pay(one, 'pay-manual-fee')).code).toBe('ALREADY_PAID');
  const { data } = await pay(one, 'pay-partner');
  expect((await ann.get<Row>(`${payslip.path}/${data.payslipId}`)).data).toMatchObject({ amount: 460_000 });
  expect((await ann.put(`${receipt.path}/${paid.data.receiptId}/cancel`, { reason: 'x' })).code).toBe(
    'VOUCHER_OF_BOOKING',
  );
  expect((await ann.put(`${payslip.path}/${data.payslipId}/cancel`, { reason: 'x' })).status).toBe(200);
  expect((await ann.put(`${receipt.path}/${paid.data.receiptId}/cancel`, { reason: 'x' })).status).toBe(200);
  expect((await ann.get<Row>(`${path}/${one.id}`)).data).toMatchObject({ paidAt: null, payslipId: null });
  expect((await checkBooks(site.id)).flatMap(({ wrong }) => wrong)).toEqual([]);
});

it('allows in each state the acts of its table and no others', async () => {
  const { id: partnerId } = await partnerOf();
  const { data: machine } = await ann.get<{ states: string[]; acts: { act: string; from: string[]; by: string }[] }>(
    `${path}/machine`,
  );
  const INPUT: Readonly<Record<string, object>> = {
    dispatch: { partnerId },
    assign: { name: 'Tài' },
    reschedule: { appointmentAt: new Date(Date.now() + 24 * HOUR).toISOString() },
    rate: { rating: 5 },
  };
  const asked = await order();
  for (const status of machine.states)
    for (const { act: name, from, by } of machine.acts.filter(one => one.by !== 'system')) {
      const warrantied = name === 'refuse-warranty' || name === 'warranty';
      await change(asked, { status, partnerId, round: warrantied ? 2 : 1, declined: [], movedBy: null });
      const input = { reason: 'Because', ...INPUT[name] };
      const who = by === 'resident' ? dora : ann;
      const needs = merchantOrder.actions[name as 'cancel'] as { reason?: true };
      const { reason, ...rest } = input;
      const body = needs.reason ? input : rest;
      const done = name === 'finish' ? await finish(asked) : await act(asked, name, body, who);
      const allowed = from.includes(status);
      expect([status, name, done.status, reason]).toEqual([status, name, allowed ? 200 : 409, reason]);
    }
});
