import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { describe, expect, it } from 'vitest';
import { ordersOf } from '../setup/amenities/orders.ts';
import type { Row } from '../setup/caller.ts';
import { formOf, png } from '../setup/contract/samples.ts';
import { changedAt } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora } = site;
const { act, change, page, partnerOf, sent, serviceOf } = await ordersOf(server.url, site);
const { path } = merchantOrder;

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
    await changedAt(merchantOrder, asked.id, new Date(Date.now() - 8 * 24 * HOUR_MS));
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

describe('a conversation', () => {
  it('is of partner, household and building, without a name for the partner, and ends with the order', async () => {
    const service = await serviceOf({ directions: 'Tòa A, tầng 12, gửi xe hầm B1' });
    const { asked, link } = await sent({ utilityId: service.id, residentId: dora.id });
    const said = await page(link, '/message', { content: 'Chiều nay tôi qua được không?' });
    expect(said.data).toMatchObject({ talks: true, directions: 'Tòa A, tầng 12, gửi xe hầm B1' });
    const talk = `${path}/${asked.id}/messages`;
    expect((await dora.post(talk, { content: 'Được, sau 17 giờ.' })).status).toBe(201);
    expect((await ann.post(talk, { content: 'Bảo vệ đã biết.' })).status).toBe(201);
    expect((await ann.post(talk, { content: 'Khách khó tính', private: true })).status).toBe(201);
    const { data: read } = await page(link);
    expect(read.messages).toMatchObject([
      { by: 'PARTNER', content: 'Chiều nay tôi qua được không?' },
      { by: 'HOUSEHOLD', content: 'Được, sau 17 giờ.' },
      { by: 'BUILDING', content: 'Bảo vệ đã biết.' },
    ]);
    expect(JSON.stringify(read)).not.toMatch(new RegExp(`Dora|Khách khó tính|${ann.name}"`));
    expect((await dora.get<Row[]>(talk)).data.map(({ content }) => content)).toEqual([
      'Chiều nay tôi qua được không?',
      'Được, sau 17 giờ.',
      'Bảo vệ đã biết.',
    ]);
    const told = (await dora.get<Row[]>('/histories/pms?limit=20')).data.map(({ kind }) => kind);
    expect(told).toContain('MERCHANT_ORDER_MESSAGE');
    expect((await page(link, '/message', { content: ' ' })).status).toBe(400);
    expect((await page(link, '/message', { content: 'x'.repeat(1001) })).status).toBe(400);
    await change(asked, { status: 'COMPLETED' });
    expect((await page(link)).data).toMatchObject({ talks: false, messages: [], directions: null });
    const late = await page(link, '/message', { content: 'Còn ai không?' });
    expect([late.status, late.error.code]).toEqual([409, 'STATUS_NOT_ALLOWED']);
    expect((await dora.post(talk, { content: 'Cảm ơn' })).status).toBe(409);
  });

  it('wakes the page of the partner, and takes three pictures at most', async () => {
    const { asked, link } = await sent({ residentId: dora.id });
    const { version } = (await page(link)).data;
    const waits = page(`${link}?since=${version}`);
    const begun = Date.now();
    await dora.post(`${path}/${asked.id}/messages`, { content: 'Cửa sau nhé' });
    expect((await waits).data.messages).toMatchObject([{ by: 'HOUSEHOLD' }]);
    expect(Date.now() - begun).toBeLessThan(10_000);
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) {
      const form = formOf([{ name: `${n}.png`, body: await png() }]);
      ids.push((await page(link, '/upload?of=message', form)).data[0].id);
    }
    expect((await page(link, '/message', { images: ids })).status).toBe(400);
    const sentOff = await page(link, '/message', { images: ids.slice(0, 3) });
    expect(sentOff.data.messages.at(-1).images).toHaveLength(3);
  });
});
