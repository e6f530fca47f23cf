import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import { expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities/amenities.ts';
import type { Row } from '../setup/caller.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId } = site;
const { act, amenityOf, book, draft, groupOf, make } = amenitiesOf(site);
const { path } = utilityGroup;
const orders = async (at: string) =>
  (await ann.get<Row[]>(`${at}?limit=100&sort=displayOrder`)).data.map(({ id, displayOrder }) => [id, displayOrder]);

it('has a name and a code of its own, whatever their case, and a place that is given', async () => {
  const one = await make(path, { name: 'Thể thao', code: 'TT' });
  const two = await make(path, { name: 'Hồ bơi', code: 'HB' });
  expect(Number(two.displayOrder) - Number(one.displayOrder)).toBe(10);
  for (const [values, code, field] of [
    [{ name: 'thể THAO', code: 'X1' }, 'UTILITY_GROUP_NAME_EXISTS', 'name'],
    [{ name: 'Khác', code: 'tt' }, 'UTILITY_GROUP_CODE_EXISTS', 'code'],
    [{ name: 'Khác', code: 'X2', displayOrder: one.displayOrder }, 'UTILITY_DISPLAY_ORDER_EXISTS', 'displayOrder'],
  ] as const) {
    const refused = await ann.post(path, values);
    expect([refused.status, refused.code, refused.error.data?.fields?.[field]?.code]).toEqual([409, code, code]);
  }
});

it('is moved by two at once: both end, no two stand at one place', async () => {
  const [one, two, three] = [await groupOf(), await groupOf(), await groupOf()];
  for (const body of [{}, { beforeId: one.id, afterId: two.id }, { beforeId: three.id }, { afterId: unitId }])
    expect((await ann.put(`${path}/${three.id}/move`, body)).status).toBe(400);
  const moves = await Promise.all([
    ann.put(`${path}/${three.id}/move`, { beforeId: one.id }),
    ann.put(`${path}/${two.id}/move`, { beforeId: one.id }),
  ]);
  expect(moves.map(({ status }) => status)).toEqual([200, 200]);
  const now = await orders(path);
  expect(new Set(now.map(([, order]) => order)).size).toBe(now.length);
  expect(now.at(-1)?.[0]).toBe(one.id);
  for (let n = 0; n < 6; n++) await ann.put(`${path}/${n % 2 ? two.id : three.id}/move`, { beforeId: one.id });
  const after = await orders(path);
  expect(new Set(after.map(([, order]) => order)).size).toBe(after.length);
});

it('counts its amenities, is not removed with some, and hides them when it is not in use', async () => {
  const group = await groupOf();
  const court = await amenityOf({ nameEn: 'Blue court' }, group);
  await amenityOf({}, group);
  expect((await ann.get<Row>(`${path}/${group.id}`)).data.amenityCount).toBe(2);
  const refused = await ann.delete(`${path}/${group.id}`);
  expect([refused.status, refused.code]).toEqual([409, 'IN_USE']);
  const booking = await book(court, hours(3));
  const shown = async () =>
    (await dora.get<Row[]>('/utility-group/booking')).data.flatMap(({ amenities }) => amenities as unknown as Row[]);
  expect((await shown()).find(({ id }) => id === court.id)).toMatchObject({ name: 'Blue court', needsApproval: false });
  expect((await ann.put(`${path}/${group.id}/deactivate`, {})).status).toBe(400);
  expect((await ann.put(`${path}/${group.id}/deactivate`, { reason: 'Sửa chữa' })).data).toMatchObject({
    active: false,
    reason: 'Sửa chữa',
  });
  expect((await ann.put(`${path}/${group.id}/deactivate`, { reason: 'x' })).code).toBe('STATUS_CHANGED');
  expect((await shown()).some(({ id }) => id === court.id)).toBe(false);
  expect((await act(booking, 'cancel', { reason: 'Bận' })).status).toBe(200);
  expect((await ann.put(`${path}/${group.id}/activate`, {})).data).toMatchObject({ active: true, reason: null });
  expect((await shown()).some(({ id }) => id === court.id)).toBe(true);
});

it('an amenity is copied, hidden, shown, priced and printed as a poster, and activated only with its photos', async () => {
  const court = await amenityOf({ price: 100_000 });
  const none = await draft(await groupOf(), { photos: [] });
  expect((await ann.post(utility.path, none)).error.data?.fields?.photos?.code).toBe('REQUIRED');
  const { data: copy } = await ann.post<Row>(`${utility.path}/${court.id}/duplicate`, { name: 'Copy', code: 'COPY' });
  expect(copy).toMatchObject({ active: false, visible: false, price: 100_000 });
  const lacks = await ann.put(`${utility.path}/${copy.id}/activate`, {});
  expect([lacks.status, lacks.code, Object.keys(lacks.error.data?.fields ?? {})]).toEqual([
    422,
    'UTILITY_INCOMPLETE',
    ['photos'],
  ]);
  expect((await ann.put(`${utility.path}/${court.id}/hide`, { reason: 'x' })).data.visible).toBe(false);
  expect((await ann.put(`${utility.path}/${court.id}/show`, {})).data.visible).toBe(true);
  const price = await ann.post(`${utility.path}/price`, {
    draft: { priceType: 'PRICE', price: 100_000, vat: 10, priceIncludesVat: false },
    slots: hours(3, 2),
    quantity: 2,
  });
  expect(price.data).toMatchObject({ fee: 440_000, vat: 40_000, total: 440_000 });
  const poster = await ann.file(`${utility.path}/${court.id}/qr`);
  expect([poster.status, poster.body.toString('latin1', 0, 5)]).toEqual([200, '%PDF-']);
});
