import { resident } from '@lobby/shared/modules/resident.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/samples.ts';
import { startServer } from '../setup/server.ts';
import { bookOf } from '../setup/sheets.ts';
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

it('what staff have set stays until the first comes or the last leaves', async () => {
  const home = await unit();
  const first = await settle(home);
  const { version } = (await ann.get(`/unit/${home}`)).data;
  await ann.put(`/unit/${home}`, { version, state: 'EMPTY' });
  const second = await settle(home);
  expect(await state(home)).toBe('EMPTY');
  await leave(first, home);
  await leave(second, home);
  expect(await state(home)).toBe('EMPTY');
});

it('of the last two who leave at once one turns the unit empty', async () => {
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
