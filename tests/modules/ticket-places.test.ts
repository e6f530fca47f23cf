import { location, place } from '@lobby/shared/modules/location.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId, otherUnitId } = site;
await ann.post(location.path, { name: 'Sảnh {i}', code: 'S{i}', quantity: 2 });
const [hall] = (await ann.get<Row[]>(place.path)).data;
const placeId = hall?.id ?? '';
const words = { title: 'Đèn sảnh hỏng', content: 'Nhấp nháy' };

it('is about a common place where it has no unit; about nothing at all it is refused', async () => {
  const none = await ann.post(ticket.path, words);
  expect([none.status, none.error.data?.fields?.unitId?.code]).toEqual([400, 'HELP_DESK_PLACE_REQUIRED']);
  const made = await ann.post(ticket.path, { ...words, placeId });
  expect([made.status, made.data]).toMatchObject([201, { placeId, unitId: null, blockId: null, residentId: null }]);
  const { id } = made.data;
  expect((await ann.put(`${ticket.path}/${id}`, { version: 1, placeId: null })).status).toBe(400);
  // A resident of a unit cannot be the requester for a common place.
  const asker = await ann.put(`${ticket.path}/${id}`, { version: 1, residentId: dora.id });
  expect([asker.status, Object.keys(asker.error.data?.fields ?? {})]).toEqual([422, ['residentId']]);
  for (const act of ['approve', 'start', 'complete'])
    expect((await ann.put(`${ticket.path}/${id}/${act}`, {})).status, act).toBe(200);
  expect((await ann.post(`${ticket.path}/${id}/messages`, { content: 'Đã thay bóng' })).status).toBe(201);
  expect((await dora.get(`${ticket.path}/${id}`)).status).toBe(404);
});

it('loses unit, block and resident together', async () => {
  const made = (await ann.post(ticket.path, { ...words, unitId, residentId: dora.id })).data;
  expect(made.blockId).toBe(site.blockId);
  const moved = await ann.put(`${ticket.path}/${made.id}`, { version: 1, unitId: null, placeId });
  expect(moved.data).toMatchObject({ unitId: null, blockId: null, residentId: null, placeId });
  expect((await ann.put(`${ticket.path}/${made.id}`, { version: 2, unitId: otherUnitId })).data.blockId).toBe(
    site.blockId,
  );
});

it('is found and exported by its place, which stays while it is named', async () => {
  const { data } = await ann.get<Row[]>(`${ticket.path}?filter[placeId][]=${placeId}&filter[unitId][]=none`);
  expect(data.map(({ title }) => title)).toEqual([words.title]);
  const sheet = await rowsOfSheet((await ann.file(`${ticket.path}/export?filter[unitId][]=none`)).body);
  expect(JSON.stringify(sheet)).toContain('Sảnh 1');
  const level = (await ann.get<Row[]>(location.path)).data[0];
  const gone = await ann.delete(`${location.path}/${level?.id}`);
  expect([gone.status, gone.code]).toEqual([409, 'LOCATION_IN_USE']);
});

it('residents speak of their own unit, and name no place', async () => {
  expect((await dora.post(ticket.path, { ...words, placeId })).status).toBe(400);
  const own = await dora.post(ticket.path, words);
  expect([own.status, own.data.unitId]).toEqual([201, unitId]);
  expect(own.data).not.toHaveProperty('placeId');
});
