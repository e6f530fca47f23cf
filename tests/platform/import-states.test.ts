import { service } from '@lobby/shared/modules/billing-service.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { rowsOfSheet, sheetOf } from '../setup/files/sheets.ts';
import { contractsOf, lastingDay } from '../setup/house/contracts.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const TODAY = await lastingDay();
const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;

const faultsOf = async (path: string, rows: string[][], query: string) => {
  const form = formOf([{ name: 'rows.xlsx', body: await sheetOf(rows) }]);
  const { data } = await ann.post<Row>(`${path}/import/preview?${query}`, form);
  return (data.faults as { row: number; field: string; code: string }[]).map(fault => [
    fault.row,
    fault.field,
    fault.code,
  ]);
};
const exported = async (path: string) => rowsOfSheet((await ann.file(`${path}/export`)).body);

it('an ended contract does not come back as one that runs', async () => {
  const { made } = contractsOf(site);
  const { id } = await made();
  await ann.put(`${rentalContract.path}/${id}/terminate`, { endedDate: TODAY, reason: 'Trả nhà' });
  const [head = [], row = []] = await exported(rentalContract.path);
  const at = head.indexOf('Status');
  expect(row[at]).toBe('Terminated');
  // The same contract: nothing is otherwise.
  expect(await faultsOf(rentalContract.path, [head, row], 'existing=update')).toEqual([]);
  const fresh = row.map((cell, n) => (head[n] === 'Number' ? 'HD-NEW' : cell));
  const isNew = await faultsOf(rentalContract.path, [head, fresh], 'existing=refuse');
  expect(isNew).toContainEqual([2, 'status', 'IMPORT_STATE_NOT_SET']);
  const odd = fresh.map((cell, n) => (n === at ? 'Đã trả' : cell));
  expect(await faultsOf(rentalContract.path, [head, odd], 'existing=refuse')).toContainEqual([
    2,
    'status',
    'IMPORT_STATE_UNKNOWN',
  ]);
  // Left out by who imports, the column says nothing.
  const column = String.fromCharCode(65 + at);
  const left = await faultsOf(rentalContract.path, [head, fresh], `existing=refuse&map[${column}]=`);
  expect(left.filter(([, field]) => field === 'status')).toEqual([]);
  // The day of its end says the same, and is not passed over.
  expect(left).toContainEqual([2, 'endedDate', 'IMPORT_STATE_NOT_SET']);
});

it('a file that says when people moved out, or who holds a card, is not taken without it', async () => {
  const { data: home } = await ann.get<Row>(`${unit.path}/${site.unitId}`);
  const people = [
    ['name', 'unitId', 'role', 'Moved out on'],
    ['Vũ Xa', String(home.code), 'MEMBER', '01/03/2025'],
    ['Vũ Gần', String(home.code), 'MEMBER', ''],
  ];
  expect(await faultsOf(resident.path, people, 'existing=refuse')).toEqual([[2, 'movedOutAt', 'IMPORT_STATE_NOT_SET']]);
  const cards = [
    ['number', 'type', 'unitId', 'locked'],
    ['C-9001', 'RESIDENT', String(home.code), ''],
    ['C-9002', 'RESIDENT', '', 'yes'],
    ['C-9003', 'RESIDENT', '', 'no'],
  ];
  expect(await faultsOf(card.path, cards, 'existing=refuse')).toEqual([
    [2, 'unitId', 'IMPORT_STATE_NOT_SET'],
    [3, 'locked', 'IMPORT_STATE_NOT_SET'],
  ]);
});

const imported = async (path: string, rows: string[][]) => {
  const form = formOf([{ name: 'rows.xlsx', body: await sheetOf(rows) }]);
  expect(await faultsOf(path, rows, 'existing=refuse')).toEqual([]);
  const done = await ann.post<Row>(`${path}/import?existing=refuse`, form);
  expect(done.status, done.text).toBeLessThan(300);
};

it('a home without the app, and a vehicle that has left, come in as they were', async () => {
  const { data: home } = await ann.get<Row>(`${unit.path}/${site.unitId}`);
  const [head = [], ...homesOut] = await exported(unit.path);
  const own = homesOut.find(cells => cells.includes(String(home.code))) ?? [];
  const other = own.map((cell, n) =>
    cell === home.code ? 'Z-01' : ({ Name: '', 'App use': 'No' }[head[n] ?? ''] ?? cell),
  );
  expect(other).toContain('Z-01');
  await imported(unit.path, [head, other]);
  const { data: homes } = await ann.get<Row[]>(`${unit.path}?filter[q]=Z-01`);
  expect(homes.map(({ code, appUsage }) => [code, appUsage])).toEqual([['Z-01', false]]);
  await imported(vehicle.path, [
    ['plate', 'type', 'unitId', 'stopDate', 'startDate', 'color'],
    ['30A-123.45', 'CAR', String(home.code), '01/03/2025', '01/03/2024', 'Black'],
  ]);
  const { data: cars } = await ann.get<Row[]>(`${vehicle.path}?filter[q]=30A-123.45`);
  expect(cars.map(({ status, stopDate }) => [status, stopDate])).toEqual([['INACTIVE', '2025-03-01']]);
});

it('one of several accounts in a file is the default, and a service keeps its vehicles', async () => {
  await imported(bankAccount.path, [
    ['bankBin', 'accountNumber', 'accountName'],
    ['970436', '0011001100110', 'BQL HOA SEN'],
    ['970436', '0011001100111', 'BQL HOA SEN'],
    ['970436', '0011001100112', 'BQL HOA SEN'],
  ]);
  const { data } = await ann.get<Row[]>(`${bankAccount.path}?sort=order`);
  expect(data.map(({ isDefault }) => isDefault)).toEqual([true, false, false]);
  const [head = [], ...rows] = await exported(service.path);
  const { data: parked } = await ann.post<Row>(service.path, {
    code: 'GX-1',
    name: 'Gửi xe',
    group: 'PARKING',
    source: 'VEHICLE',
    vehicleTypes: [{ vehicleType: 'CAR' }, { vehicleType: 'MOTORBIKE' }],
  });
  const [, ...all] = await exported(service.path);
  expect(all).toHaveLength(rows.length + 1);
  const row = all.find(cells => cells.includes('GX-1')) ?? [];
  await imported(service.path, [
    head,
    row.map((cell, n) => ({ Code: 'GX-2', Name: 'Gửi xe 2', Order: '' })[head[n] ?? ''] ?? cell),
  ]);
  const { data: twins } = await ann.get<Row[]>(`${service.path}?filter[q]=GX-2`);
  const { data: twin } = await ann.get<Row>(`${service.path}/${twins[0]?.id}`);
  expect(twin.vehicleTypes).toEqual(parked.vehicleTypes);
});

it('who has moved out is neither taken for living nor written over', async () => {
  const { data: home } = await ann.get<Row>(`${unit.path}/${site.unitId}`);
  const gone = { name: 'Vũ Đi', unitId: site.unitId, role: 'MEMBER', identifier: '001093012346' };
  const { data: left } = await ann.post<Row>(resident.path, gone);
  await ann.put(`${resident.path}/${left.id}/move-out`, { unitId: site.unitId, movedOutAt: TODAY });
  expect((await ann.get<Row>(`${resident.path}/${left.id}`)).data.living).toBe(false);
  const head = ['name', 'unitId', 'role', 'identifier', 'living'];
  const row = (living: string) => ['Vũ Đi', String(home.code), 'MEMBER', '001093012346', living];
  expect(await faultsOf(resident.path, [head, row('')], 'existing=update')).toEqual([[2, 'name', 'IMPORT_OF_PAST']]);
  const stranger = ['Vũ Khác', String(home.code), 'MEMBER', '', 'no'];
  expect(await faultsOf(resident.path, [head, stranger], 'existing=refuse')).toEqual([
    [2, 'living', 'IMPORT_STATE_NOT_SET'],
  ]);
});

it('the words of a building stand in its exports, and mean the same in its imports', async () => {
  const words = { 'unit:fields.code': 'Mã lô', 'unit:options.type.APARTMENT': 'Lô thường' };
  const set = await ann.put('/dictionary/own', { version: 0, languages: { en: { words: {}, texts: words } } });
  expect(set.status, set.text).toBe(200);
  const [head = [], ...rows] = await exported(unit.path);
  expect(head).toContain('Mã lô');
  expect(rows.flat()).toContain('Lô thường');
  const fresh = rows
    .slice(0, 1)
    .map(row => row.map((cell, n) => (head[n] === 'Mã lô' ? 'L-99' : head[n] === 'Name' ? '' : cell)));
  expect(await faultsOf(unit.path, [head, ...fresh], 'existing=refuse')).toEqual([]);
});
