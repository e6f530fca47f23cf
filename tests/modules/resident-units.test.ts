import { resident } from '@lobby/shared/modules/resident.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { bookOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const path = resident.path;

let n = 0;
async function unit(): Promise<string> {
  const { blockId, floorId } = site;
  const made = await ann.post('/unit', { code: `E-${++n}`, type: 'APARTMENT', blockId, floorId, area: 50 });
  expect(made.status).toBe(201);
  return made.data.id;
}
const settle = async (unitId: string) =>
  (await ann.post(path, { name: `Trần Văn ${++n}`, unitId, role: 'MEMBER' })).data.id;
const state = async (id: string) => (await ann.get(`/unit/${id}`)).data.state;
const leave = (id: string, unitId: string) => ann.put(`${path}/${id}/move-out`, { unitId });

it('a unit is in use from the first who comes, and empty after the last who leaves', async () => {
  const [home, next] = [await unit(), await unit()];
  const [first, second] = [await settle(home), await settle(home)];
  expect(await state(home)).toBe('IN_USE');
  const told = await ann.get<Row[]>(`/unit/${home}/activities`);
  expect(told.data.filter(one => one.action === 'update')).toHaveLength(1);
  await ann.put(`${path}/${second}/move-in`, { unitId: next, role: 'RENTER' });
  expect(await state(next)).toBe('IN_USE');
  await leave(first, home);
  expect(await state(home)).toBe('IN_USE');
  await leave(second, home);
  expect([await state(home), await state(next)]).toEqual(['EMPTY', 'IN_USE']);
  expect((await ann.delete(`${path}/${second}`)).status).toBe(200);
  expect(await state(next)).toBe('EMPTY');
});

it('is not called empty while somebody lives there, and in use by hand where nobody does', async () => {
  const home = await unit();
  const set = async (value: string) => {
    const { version } = (await ann.get(`/unit/${home}`)).data;
    return ann.put(`/unit/${home}`, { version, state: value });
  };
  expect((await set('IN_USE')).status).toBe(200);
  expect((await set('EMPTY')).status).toBe(200);
  const first = await settle(home);
  const refused = await set('EMPTY');
  expect([refused.status, refused.error.data?.fields?.state?.code]).toEqual([422, 'UNIT_LIVED_IN']);
  await leave(first, home);
  expect((await set('IN_USE')).status).toBe(200);
});

it('a unit stays in use when somebody moves in while another calls it empty', async () => {
  for (let round = 0; round < 3; round++) {
    const home = await unit();
    await ann.put(`/unit/${home}`, { version: 1, state: 'IN_USE' });
    await Promise.all([settle(home), ann.put(`/unit/${home}`, { version: 2, state: 'EMPTY' })]);
    expect(await state(home)).toBe('IN_USE');
  }
});

it('a unit becomes empty when its last two residents leave at once', async () => {
  for (let round = 0; round < 3; round++) {
    const home = await unit();
    const two = [await settle(home), await settle(home)];
    const left = await Promise.all(two.map(id => leave(id, home)));
    expect(left.map(one => one.status)).toEqual([200, 200]);
    expect(await state(home)).toBe('EMPTY');
  }
});

it('an import turns the units of its rows, each once', async () => {
  const [one, two] = [await unit(), await unit()];
  const rows = [one, one, two].map(unitId => ({ name: `Lê Thị ${++n}`, role: 'MEMBER', unitId }));
  const book = formOf([{ name: 'a.xlsx', body: await bookOf(ann, resident, rows) }]);
  expect((await ann.post(`${path}/import`, book)).data).toMatchObject({ created: 3 });
  for (const id of [one, two])
    expect((await ann.get(`/unit/${id}`)).data).toMatchObject({ state: 'IN_USE', version: 2 });
});

it('somebody who was removed comes back with the homes, and the units are in use again', async () => {
  const [home, next] = [await unit(), await unit()];
  const values = { name: 'Mai Thu Về', unitId: home, role: 'HOUSEHOLDER', phone: '0935 111 000' };
  const { id } = (await ann.post(path, values)).data;
  await ann.put(`${path}/${id}/move-in`, { unitId: next, role: 'RENTER' });
  const { version } = (await ann.delete(`${path}/${id}`)).data;
  expect([await state(home), await state(next)]).toEqual(['EMPTY', 'EMPTY']);
  expect((await ann.put(`${path}/${id}/restore`, { version: version - 1 })).code).toBe('STATUS_CHANGED');
  const back = await ann.put(`${path}/${id}/restore`, { version });
  expect([back.status, back.data.name, back.data.unitIds]).toEqual([200, values.name, [home, next]]);
  expect([await state(home), await state(next)]).toEqual(['IN_USE', 'IN_USE']);
  const homes = await ann.get<Row[]>(`/member-residency?filter[residentId][]=${id}&sort=createdAt`);
  expect(homes.data.map(({ role, living }) => [role, living])).toEqual([
    ['HOUSEHOLDER', true],
    ['RENTER', true],
  ]);
  expect((await ann.put<{ values: Row }>(`${path}/${id}/reveal`)).data.values.phone).toBe('+84935111000');
});

it('nobody comes back to the place of somebody else, nor out of another, nor after the erasure', async () => {
  const home = await unit();
  const settled = async (more: object) =>
    (await ann.post(path, { name: `Đỗ Thị ${++n}`, unitId: home, role: 'MEMBER', ...more })).data.id;
  const removed = async (id: string) => (await ann.delete(`${path}/${id}`)).data.version;
  const back = (id: string, version: number) => ann.put(`${path}/${id}/restore`, { version });

  const head = await settled({ role: 'HOUSEHOLDER' });
  const gone = await removed(head);
  await settled({ role: 'HOUSEHOLDER' });
  expect((await back(head, gone)).code).toBe('RESIDENT_HOUSEHOLDER_EXISTS');

  const caller = await settled({ phone: '0935 222 000' });
  const went = await removed(caller);
  await settled({ phone: '0935222000' });
  expect((await back(caller, went)).error.data?.fields?.phone?.code).toBe('RESIDENT_PHONE_EXISTS');

  const [one, other] = [await settled({}), await settled({})];
  await ann.put(`${path}/${one}/merge`, { withId: other, version: 1 });
  expect((await back(other, 2)).status).toBe(404);

  expect((await ann.put(`${path}/${head}/erase-removed`, { reason: 'Asked' })).status).toBe(200);
  expect((await back(head, gone + 1)).status).toBe(404);
});
