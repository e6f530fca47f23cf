import { turnOrders } from '@lobby/server/modules/merchant-order/index.ts';
import { merchantOrder, PARTNER_ACTS } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { describe, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { formOf, png } from '../setup/samples.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId } = site;
const { path } = merchantOrder;
let n = 0;

const made = async (at: string, values: object, who: Caller = ann): Promise<Row> => {
  const { status, data, text } = await who.post<Row>(at, values);
  if (status !== 201) throw new Error(text);
  return data;
};
const partnerOf = () =>
  made(partner.path, { name: `Partner ${++n}`, code: `P${n}`, type: 'CONTRACTOR', email: `p${n}@partner.test` });
const order = (values: object = {}) => made(path, { unitId, title: `Work ${++n}`, content: 'It leaks', ...values });
const act = ({ id }: Row, name: string, input: object = {}, who: Caller = ann) =>
  who.put<Row>(`${path}/${id}/${name}`, input);
/** An order that a partner was asked for, and the partner’s link. */
async function sent() {
  const [asked, { id: partnerId }] = [await order(), await partnerOf()];
  const { data } = await act(asked, 'dispatch', { partnerId });
  return {
    asked: data,
    partnerId,
    link: (await ann.get<{ token: string }>(`${path}/${asked.id}/partner-link`)).data.token,
  };
}
/** Calls the partner’s page by a link. */
async function page(link: string, name = '', body?: unknown) {
  const form = body instanceof FormData;
  const answer = await fetch(`${server.url}/api/partner-page${name}`, {
    method: form ? 'POST' : body === undefined ? 'GET' : 'PUT',
    headers: { 'X-Guest-Link': link, ...(!form && body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
  });
  const { data } = JSON.parse(await answer.text());
  return { status: answer.status, data };
}

it('goes from the order to its warranty: the partner by its link, the household in its app', async () => {
  const { asked, link } = await sent();
  expect((await page(link)).data).toMatchObject({
    title: asked.title,
    unit: expect.any(String),
    acts: ['accept', 'decline'],
  });
  expect((await page(link, '/accept', { price: 400_000 })).data.status).toBe('ACCEPTED');
  expect((await page(link, '/work', {})).status).toBe(409);
  expect((await page(link, '/assign', {})).status).toBe(400);
  expect((await page(link, '/assign', { name: 'Tài', phone: '0901234567' })).status).toBe(200);
  await page(link, '/depart', {});
  await page(link, '/work', {});
  const [{ id: image }] = (await page(link, '/images', formOf([{ name: 'a.png', body: await png() }]))).data;
  const none = await page(link, '/finish', { price: 500_000 });
  expect(none.status).toBe(400);
  const done = await page(link, '/finish', { photos: [image], price: 500_000, note: 'Xong' });
  expect(done.data).toMatchObject({ status: 'EMPLOYEE_FINISHED', acts: [], price: 500_000 });
  expect(done.data.finishPhotos).toHaveLength(1);
  expect((await act(asked, 'confirm', {}, dora)).data.status).toBe('RESIDENT_CONFIRMED');
  expect((await act(asked, 'rate', { rating: 5 }, dora)).code).toBe('STATUS_NOT_ALLOWED');
  await act(asked, 'complete');
  expect((await act(asked, 'rate', { rating: 5 }, dora)).data.status).toBe('RATED');
  expect((await act(asked, 'warranty', { reason: 'Lại rỉ' }, dora)).data).toMatchObject({ round: 2 });
  const { data } = await ann.get<Row>(`${path}/${asked.id}`);
  expect(data).toMatchObject({ price: 500_000, commission: 50_000, status: 'WARRANTY_REQUESTED' });
  expect((await act(asked, 'cancel', { reason: 'x' })).code).toBe('STATUS_NOT_ALLOWED');
  expect((await act(asked, 'refuse-warranty', { reason: 'Do người dùng' })).data).toMatchObject({
    ...{ status: 'COMPLETED', price: 500_000, commission: 50_000 },
  });
});

it('tells what the building earns, by partner', async () => {
  const { asked, partnerId, link } = await sent();
  for (const [name, input] of [
    ['/accept', {}],
    ['/start', {}],
  ] as const)
    expect((await page(link, name, input)).status).toBe(200);
  const [{ id: photo }] = (await page(link, '/images', formOf([{ name: 'a.png', body: await png() }]))).data;
  expect((await page(link, '/finish', { price: 1_250_000, photos: [photo] })).status).toBe(200);
  await act(asked, 'confirm');
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  const { data } = await ann.get<Row[]>(`${path}/commission?from=${today}&to=${today}`);
  expect(data.find(row => row.partnerId === partnerId)).toMatchObject({ orders: 1, done: 1, commission: 125_000 });
  expect((await ann.get(`${path}/commission?from=x&to=${today}`)).status).toBe(400);
});

describe('a link', () => {
  it('opens nothing when it was changed, is made up, or is missing', async () => {
    const { link } = await sent();
    const [text = '', sig = ''] = link.split('.');
    const told = JSON.parse(Buffer.from(text, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...told, recordId: (await order()).id })).toString('base64url');
    for (const bad of [`${forged}.${sig}`, text, `${text}.`, 'x.y', '']) {
      const { status, data } = await page(bad);
      expect([status, data]).toEqual([422, undefined]);
    }
  });

  it('ends when the order passes on to another partner', async () => {
    const { asked, link } = await sent();
    expect((await page(link, '/decline', { reason: 'Hết thợ' })).data.status).toBe('REJECTED_BY_INSTALLER');
    const { id: partnerId } = await partnerOf();
    await act(asked, 'dispatch', { partnerId });
    expect((await page(link)).status).toBe(422);
    expect((await page(link, '/accept', {})).status).toBe(422);
  });

  it('takes no pictures before there is work, and no other record’s', async () => {
    const { link } = await sent();
    expect((await page(link, '/images', formOf([{ name: 'a.png', body: await png() }]))).status).toBe(403);
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

it('gives up on a partner that does not answer in time', async () => {
  const { asked } = await sent();
  await turnOrders(new Date(Date.now() + 25 * 3_600_000));
  expect((await ann.get<Row>(`${path}/${asked.id}`)).data.status).toBe('NO_INSTALLER_FOUND');
});

it('leads from every state but the last ones, and is one of eighteen', () => {
  const states = Object.keys(merchantOrder.statuses);
  expect(states).toHaveLength(18);
  const actions = Object.values(merchantOrder.actions) as { from: readonly string[]; to: string }[];
  const ends = states.filter(state => !actions.some(({ from }) => from.includes(state)));
  expect(ends).toEqual(['CANCELLED', 'CANCELLED_BY_RESIDENT']);
  // A household’s `cancel` leads to its own by rule.
  const byRule = ['CANCELLED_BY_RESIDENT'];
  const unreached = states.filter(state => state !== 'NEW' && !actions.some(({ to }) => to === state));
  expect(unreached).toEqual(byRule);
  expect(PARTNER_ACTS.every(name => name in merchantOrder.actions)).toBe(true);
});
