import { employee } from '@lobby/shared/modules/employee.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann, unitId, otherUnitId } = await makeSite(server.url, 'Alpha');
const offered = async (path: string, typed: string) => (await ann.get<Row[]>(`${path}/options?q=${typed}`)).data;

it('tell residents of one name by their home and role', async () => {
  for (const [at, role] of [
    [unitId, 'RENTER'],
    [otherUnitId, 'MEMBER'],
  ])
    expect((await ann.post(resident.path, { name: 'Nguyễn Văn An', unitId: at, role })).status).toBe(201);
  const namesakes = (await offered(resident.path, 'nguyen van an')).map(({ code, role }) => [code, role]);
  expect(namesakes.sort()).toEqual([
    ['AA-12.08', 'RENTER'],
    ['AB-03.01', 'MEMBER'],
  ]);
});

it('tell staff by their department, floors by their block', async () => {
  expect(await offered(employee.path, 'ann')).toMatchObject([{ name: 'Ann', code: 'Office Alpha' }]);
  expect(await offered(floor.path, '12')).toMatchObject([{ name: '12', code: 'Block Alpha' }]);
});

it.each(['aa1208', 'AA-12.08', 'aa-1208', 'aa 12.08', '1208'])('find a unit by %s', async typed => {
  expect((await offered(unit.path, encodeURIComponent(typed))).map(one => one.code)).toEqual(['AA-12.08']);
});

it('tell types of requests by the name that they have in their reader’s language', async () => {
  const { id } = await ann.create<Row>(ticketType.path, { name: 'Thang máy', nameEn: 'Lifts', slaHours: 4 });
  const namedBy = (language: string) =>
    ann.get<Row[]>(`${ticketType.path}/options?q=thang`, { 'Accept-Language': language });
  expect((await namedBy('en')).data).toMatchObject([{ id, name: 'Lifts' }]);
  expect((await namedBy('vi')).data).toMatchObject([{ id, name: 'Thang máy' }]);
  expect((await offered(ticketType.path, 'lift')).map(one => one.id)).toEqual([id]);
});
