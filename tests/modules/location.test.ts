import { transaction } from '@lobby/server/kit/database/database.ts';
import { records } from '@lobby/server/kit/store/records.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { keepPlaces } from '@lobby/server/modules/location/keep-places.ts';
import { totalOf } from '@lobby/shared/kit/paging.ts';
import { location, MOST_PLACES, place } from '@lobby/shared/modules/location.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { countOf, faultOf, placeAt } from '@lobby/shared/modules/places.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { rowsIn, systemIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
let sites = 0;
const site = async (name: string) => makeSite(server.url, `${name}${++sites}`);
type Site = Awaited<ReturnType<typeof site>>;

const make = async ({ ann }: Site, name: string, code: string, quantity: number, parentId: string | null = null) =>
  ann.post(location.path, { name, code, quantity, parentId });
/** Towers, floors and corridors. */
async function building(at: Site): Promise<[string, string, string]> {
  const towers = (await make(at, 'Toà {i}', 'T{i}', 2)).data.id;
  const floors = (await make(at, 'Tầng {i}', 'F{i}', 20, towers)).data.id;
  const halls = (await make(at, 'Hành lang {i}', 'H{i}', 4, floors)).data.id;
  return [towers, floors, halls];
}
const count = async ({ ann }: Site, query = '') =>
  totalOf((await ann.get(`${place.path}?limit=1${query}`)).headers.get('Content-Range'));

it.each([
  ['Tầng', 'T{i}', { name: 'INDEX_MISSING' }],
  ['Tầng {i}', 'T', { code: 'INDEX_MISSING' }],
  ['Tầng { i }', 'T{}', { name: 'INDEX_MISSING', code: 'INDEX_MISSING' }],
  ['Tầng {i}', 'T#{i}', { code: 'CODE_INVALID' }],
  ['Tầng {i}', '{i} 2', { code: 'CODE_INVALID' }],
])('name and code must include the index placeholder: %s, %s', async (name, code, faults) => {
  const answer = await make(await alpha, name, code, 2);
  expect(answer.status).toBe(400);
  const fields = Object.entries(answer.error.data?.fields ?? {}).map(([field, { code: said }]) => [field, said]);
  expect(Object.fromEntries(fields)).toEqual(faults);
});
const alpha = site('Alpha');

it('levels make places: each number of a level in each place of the level above', async () => {
  const at = await site('Beta');
  const [towers, floors, halls] = await building(at);
  expect(await count(at)).toBe(2 + 40 + 160);
  const { data } = await at.ann.get<Row[]>(`${place.path}?limit=100&filter[levelId][]=${halls}`);
  expect(data[0]).toMatchObject({ name: 'Toà 1 · Tầng 1 · Hành lang 1', code: 'T1-F1-H1' });
  expect(data.map(({ code }) => code).slice(38, 42)).toEqual(['T1-F10-H3', 'T1-F10-H4', 'T1-F11-H1', 'T1-F11-H2']);
  const found = await at.ann.get<Row[]>(`${place.path}/options?q=${encodeURIComponent('toa 2 tang 20 hanh lang 4')}`);
  expect(found.data).toMatchObject([{ name: 'Toà 2 · Tầng 20 · Hành lang 4', code: 'T2-F20-H4' }]);
  const [tower] = (await at.ann.get<Row[]>(`${place.path}?limit=1&filter[levelId][]=${towers}`)).data;
  expect(await count(at, `&filter[parentId][]=${tower?.id}&filter[levelId][]=${floors}`)).toBe(20);
});

it('a level that is renamed, grows or shrinks takes its places along, and those that stay keep their ids', async () => {
  const at = await site('Gamma');
  const [towers, floors] = await building(at);
  const ids = async () =>
    new Map((await at.ann.get<Row[]>(`${place.path}?limit=100`)).data.map(one => [one.code, one.id]));
  const before = await ids();
  expect((await at.ann.put(`${location.path}/${towers}`, { version: 1, code: 'S{i}', quantity: 3 })).status).toBe(200);
  // Places are created by the event feed.
  await expect.poll(() => count(at)).toBe(3 + 60 + 240);
  expect((await ids()).get('S1-F1')).toBe(before.get('T1-F1'));
  expect((await at.ann.put(`${location.path}/${floors}`, { version: 1, quantity: 2 })).status).toBe(200);
  expect(await count(at)).toBe(3 + 6 + 24);
});

it('a location cannot be its own parent, nor stand below itself', async () => {
  const at = await site('Delta');
  const [towers, floors, halls] = await building(at);
  for (const parentId of [towers, floors, halls]) {
    const answer = await at.ann.put(`${location.path}/${towers}`, { version: 1, parentId });
    expect([answer.status, answer.code]).toEqual([422, 'LOCATION_IN_ITSELF']);
    expect(answer.error.data?.fields?.parentId?.code).toBe('LOCATION_IN_ITSELF');
  }
  expect((await at.ann.put(`${location.path}/${halls}`, { version: 1, parentId: towers })).status).toBe(200);
  expect(await count(at, `&filter[levelId][]=${halls}`)).toBe(8);
});

it('one of two simultaneous moves that would close a ring is refused', async () => {
  const at = await site('Epsilon');
  const [a, b] = [(await make(at, 'A{i}', 'A{i}', 2)).data.id, (await make(at, 'B{i}', 'B{i}', 3)).data.id];
  const answers = await Promise.all([
    at.ann.put(`${location.path}/${a}`, { version: 1, parentId: b }),
    at.ann.put(`${location.path}/${b}`, { version: 1, parentId: a }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect([2 + 6, 3 + 6]).toContain(await count(at));
});

it('names and codes are unique, of levels and of what they make', async () => {
  const at = await site('Zeta');
  await building(at);
  expect((await make(at, 'TẦNG {i}', 'X{i}', 1)).code).toBe('LOCATION_EXISTS');
  expect((await make(at, 'Sân {i}', 'f{i}', 1)).code).toBe('LOCATION_CODE_EXISTS');
  // Both patterns produce K11.
  await make(at, 'Kho {i}', 'K{i}', 12);
  const clash = await make(at, 'Kho phụ {i}', 'K1{i}', 2);
  expect([clash.status, clash.code, clash.error.data?.fields?.code?.code]).toEqual([
    422,
    'LOCATION_CLASH',
    'LOCATION_CLASH',
  ]);
});

it('places are bounded', async () => {
  const at = await site('Eta');
  const top = (await make(at, 'A{i}', 'A{i}', 500)).data.id;
  const answer = await make(at, 'B{i}', 'B{i}', 11, top);
  expect([answer.status, answer.code]).toEqual([422, 'LOCATION_TOO_MANY']);
  expect(answer.error.data?.fields?.quantity).toMatchObject({ params: { max: MOST_PLACES, total: 6000 } });
  let parentId = (await make(at, 'C{i}', 'C{i}', 1)).data.id;
  for (const letter of ['D', 'E', 'F', 'G', 'H'])
    parentId = (await make(at, `${letter}{i}`, `${letter}{i}`, 1, parentId)).data.id;
  expect((await make(at, 'I{i}', 'I{i}', 1, parentId)).code).toBe('LOCATION_TOO_DEEP');
});

it('a level with levels below stays; without, its places go with it', async () => {
  const at = await site('Theta');
  const [, floors, halls] = await building(at);
  const refused = await at.ann.delete(`${location.path}/${floors}`);
  expect([refused.status, refused.code]).toEqual([409, 'IN_USE']);
  expect((await at.ann.delete(`${location.path}/${halls}`)).status).toBe(200);
  expect(await count(at)).toBe(2 + 40);
});

it('places that something refers to are neither moved nor taken away', async () => {
  const at = await site('Iota');
  const [towers, floors] = await building(at);
  const [used] = (await at.ann.get<Row[]>(`${place.path}?limit=1&filter[levelId][]=${floors}`)).data;
  const asset = {
    ...partner,
    name: 'asset',
    code: 'PARTNER',
    fields: { placeId: { kind: 'ref', to: 'place' } },
  } as const;
  await rowsIn(collectionOf(asset)).insertOne({ _id: 'a', projectId: at.id, deletedAt: null, placeId: used?.id });
  const ctx = await systemIn(at.id);
  const level = await records(location).get(ctx, towers);
  if (!level) throw new Error('no level');
  const done = { kind: 'update', doc: level, before: level } as const;
  const keep = () => transaction(session => keepPlaces([asset, place])(ctx, session, done));
  await expect(keep()).resolves.toBeUndefined();
  await rowsIn(collectionOf(location)).updateOne({ _id: floors }, { $set: { parentId: null } });
  await expect(keep()).rejects.toMatchObject({ code: 'LOCATION_IN_USE' });
});

it('a preview counts without making', () => {
  const level = (id: string, quantity: number, parentId: string | null = null) => ({
    id,
    name: `${id}{i}`,
    code: `${id}{i}`,
    quantity,
    parentId,
  });
  const levels = [level('a', 500), level('b', 500, 'a'), level('c', 500, 'b')];
  expect(countOf(levels, 'c')).toBe(125_000_000);
  expect(placeAt(levels, 'c', 124_999_999)).toMatchObject({ name: 'a500 · b500 · c500', code: 'a500-b500-c500' });
  expect(faultOf(levels, 'c')).toMatchObject({ field: 'quantity', code: 'LOCATION_TOO_MANY' });
});
