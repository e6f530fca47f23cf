import { addDays } from '@lobby/shared/kit/dates.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { bookOf } from '../setup/files/sheets.ts';
import { contractsOf, fault, lastingDay } from '../setup/house/contracts.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const TODAY = await lastingDay();
const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const { annexTo, send, made, valid } = contractsOf(site);
const end = (id: string, endedDate: string) =>
  ann.put(`${rentalContract.path}/${id}/terminate`, { endedDate, reason: 'Trả nhà' });

it('no two let the same of a unit on one day; rooms that both name are let apart', async () => {
  const whole = await made({ rooms: null });
  expect(fault(await send({ rooms: null }))).toEqual([409, { unitId: 'CONTRACT_OVERLAPS' }]);
  expect(fault(await send({ rooms: 'Phòng 1' }))).toEqual([409, { unitId: 'CONTRACT_OVERLAPS' }]);
  const next = { rooms: null, startDate: addDays(TODAY, 301), expiryDate: addDays(TODAY, 600) };
  expect((await send(next)).status).toBe(201);
  const longer = await ann.put(`${rentalContract.path}/${whole.id}`, { version: 1, expiryDate: addDays(TODAY, 310) });
  expect(fault(longer)).toEqual([409, { unitId: 'CONTRACT_OVERLAPS' }]);
  expect((await end(whole.id, TODAY)).status).toBe(200);
  await made({ rooms: 'Phòng 1; phòng 2' });
  expect(fault(await send({ rooms: 'PHONG 2' }))[0]).toBe(409);
  await made({ rooms: 'Phòng 3' });
});

it('one of two simultaneous contracts for the same rooms is made', async () => {
  const [room, two] = ['Gác 1', 'Gác 2'];
  for (const rooms of [room, two]) {
    const answers = await Promise.all([send({ rooms }), send({ rooms })]);
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409]);
  }
});

it('an annex does not prolong one into the next', async () => {
  const first = await made({ rooms: 'Tầng 1', expiryDate: addDays(TODAY, 100) });
  await made({ rooms: 'Tầng 1', startDate: addDays(TODAY, 101), expiryDate: addDays(TODAY, 200) });
  expect(fault(await annexTo(first.id, { expiryDate: addDays(TODAY, 101) }))).toEqual([
    409,
    { expiryDate: 'CONTRACT_OVERLAPS' },
  ]);
  const other = await made({ rooms: 'Tầng 2', expiryDate: addDays(TODAY, 100) });
  expect((await annexTo(other.id, { expiryDate: addDays(TODAY, 101) })).status).toBe(201);
});

it('two rows of one spreadsheet may not overlap, nor a row and a running contract', async () => {
  await made({ rooms: 'Sân' });
  const rows = ['Gian 1', 'gian 1', 'Gian 2', 'SAN'].map(rooms => valid({ rooms }));
  const body = await bookOf(ann, rentalContract, rows);
  const form = formOf([{ name: 'rows.xlsx', body }]);
  const { data } = await ann.post<{ faults: Row[] }>(`${rentalContract.path}/import/preview`, form);
  expect(data.faults.map(({ row, field, code }) => [row, field, code])).toEqual([
    [3, 'unitId', 'CONTRACT_OVERLAPS'],
    [5, 'unitId', 'CONTRACT_OVERLAPS'],
  ]);
});

it('ends today at the latest', async () => {
  const { id } = await made({ rooms: 'Kho' });
  expect(fault(await end(id, '2099-01-01'))).toEqual([400, { endedDate: 'DATE_IN_FUTURE' }]);
  expect((await end(id, TODAY)).status).toBe(200);
});

it.each([
  ['010010910', 400],
  ['01001091065', 400],
  ['0100109106', 201],
  ['0100109106001', 201],
])('a tax code of %s is answered %s', async (taxCode, status) => {
  expect((await send({ rooms: taxCode, taxCode })).status).toBe(status);
});
