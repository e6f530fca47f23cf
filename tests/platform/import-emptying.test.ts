import { read as readBook } from '@e965/xlsx';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { rowsOfSheet, sheetOf } from '../setup/files/sheets.ts';
import { stored } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const HOME = { blockId: site.blockId, floorId: site.floorId, type: 'APARTMENT' };

interface Preview {
  good: number;
  created: number;
  updated: number;
  same: number;
  faults: { row: number; field: string; code: string }[];
  changes: { row: number; field: string; before: string; after: string }[];
}
type Line = (string | number | null)[];
const formOfLines = async (lines: Line[]) => formOf([{ name: 'rows.xlsx', body: await sheetOf(lines) }]);
const preview = async (path: string, lines: Line[], existing = 'update') =>
  (await ann.post<Preview>(`${path}/import/preview?existing=${existing}`, await formOfLines(lines))).data;
const bring = async (path: string, lines: Line[], existing = 'update') =>
  ann.post<Row>(`${path}/import?existing=${existing}`, await formOfLines(lines));
const read = async (path: string, id: string) => (await ann.get<Row>(`${path}/${id}`)).data;
const faultsOf = ({ faults }: Preview) => faults.map(({ row, field, code }) => [row, field, code]);

it('leaves what an empty cell is about, and empties what a dash is about', async () => {
  const { data: tag } = await ann.post<Row>(label.path, { name: 'View', shortName: 'V', type: 'UNIT' });
  const values = { name: 'Góc hồ', area: 70, useArea: 60, bedrooms: 2, direction: 'EAST', address: '1 Hồ Tây' };
  const { data: one } = await ann.post<Row>(unit.path, { ...HOME, ...values, code: 'D-1', labelIds: [tag.id] });
  const HEAD = ['code', 'name', 'useArea', 'bedrooms', 'direction', 'address', 'labelIds'];
  expect(await preview(unit.path, [HEAD, ['D-1', null, '', '  ', null, null, null]])).toMatchObject({ same: 1 });
  const lines: Line[] = [HEAD, ['D-1', '-', ' - ', '-', '-', null, '-']];
  const seen = await preview(unit.path, lines);
  expect([seen.faults, seen.updated]).toEqual([[], 1]);
  expect(seen.changes.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['Name', 'Góc hồ', ''],
    ['Usable area (m²)', '60', ''],
    ['Bedrooms', '2', ''],
    ['Faces', 'East', ''],
    ['Labels', 'View', ''],
  ]);
  expect((await bring(unit.path, lines)).data).toMatchObject({ created: 0, updated: 1 });
  expect(await read(unit.path, one.id)).toMatchObject({
    name: null,
    useArea: null,
    bedrooms: null,
    direction: null,
    labelIds: [],
    address: '1 Hồ Tây',
    area: 70,
    version: 2,
  });
  const [entry] = (await ann.get<Row[]>(`${unit.path}/${one.id}/activities`)).data;
  expect(entry).toMatchObject({ action: 'update', before: { name: 'Góc hồ' }, after: { name: null } });
  expect((await ann.get<Row[]>(`${unit.path}?filter[q]=goc ho`)).data).toEqual([]);
  expect(await preview(unit.path, lines)).toMatchObject({ updated: 0, same: 1, changes: [] });
  // The name is free again.
  expect((await ann.post(unit.path, { ...HOME, code: 'D-2', name: 'Góc hồ' })).status).toBe(201);
});

it('a dash is refused at the cell of a required field, and nothing is changed', async () => {
  const { data: one } = await ann.post<Row>(unit.path, { ...HOME, code: 'D-3', name: 'Giữ' });
  const lines: Line[] = [
    ['code', 'name', 'type', 'blockId', 'floorId', 'state', 'handoverStatus'],
    ['D-3', '-', '-', '-', '-', '-', '-'],
  ];
  expect(faultsOf(await preview(unit.path, lines))).toEqual(
    ['type', 'blockId', 'floorId', 'handoverStatus', 'state'].map(field => [2, field, 'IMPORT_NOT_EMPTIED']),
  );
  expect((await bring(unit.path, lines)).code).toBe('IMPORT_HAS_FAULTS');
  expect(await read(unit.path, one.id)).toMatchObject({ name: 'Giữ', version: 1 });
  const body = await sheetOf(lines);
  const marked = await ann.file(`${unit.path}/import/marked?existing=update`, formOf([{ name: 'a.xlsx', body }]));
  const [, row] = await rowsOfSheet(marked.body);
  // As it was sent: a dash that is text would be quoted.
  expect(row?.slice(0, 7)).toEqual(lines[1]);
});

it('a dash counts as an empty cell in a row that makes a record, and as text if it is quoted', async () => {
  const lines: Line[] = [
    ['code', 'type', 'blockId', 'floorId', 'name', 'bedrooms', 'handoverStatus', 'address'],
    ['D-4', 'APARTMENT', 'Block Alpha', '12', '-', '-', '-', "'-"],
    ['D-5', 'APARTMENT', 'Block Alpha', '12', '-', '-', '-', '- -'],
  ];
  for (const existing of ['refuse', 'update'])
    expect([(await preview(unit.path, lines, existing)).faults, existing]).toEqual([[], existing]);
  expect((await bring(unit.path, lines, 'refuse')).data).toMatchObject({ created: 2 });
  const { data } = await ann.get<Row[]>(`${unit.path}?filter[q]=D-4`);
  const made = await read(unit.path, String(data[0]?.id));
  expect(made).toMatchObject({ name: null, bedrooms: null, handoverStatus: 'NOT_YET', address: '-' });
  const missing: Line[] = [
    ['code', 'type', 'blockId', 'floorId'],
    ['D-6', '-', 'Block Alpha', '-'],
  ];
  expect(faultsOf(await preview(unit.path, missing))).toEqual([
    [2, 'type', 'REQUIRED'],
    [2, 'floorId', 'REQUIRED'],
  ]);
  // A dash in our own export is quoted, so that it stays a dash.
  const exported = await rowsOfSheet((await ann.file(`${unit.path}/export`)).body);
  expect(exported.flat()).toContain("'-");
});

it('takes a personal value with its index, what follows from it, and a yes', async () => {
  const person = { name: 'Tô Thị Dạ', unitId: site.unitId, role: 'MEMBER', identifier: '001199007788' };
  const more = { phone: '0938 111 222', birthday: '1990-02-01', owner: true, rentFrom: '2026-01-01' };
  const { data: one } = await ann.post<Row>(resident.path, { ...person, ...more });
  const HEAD = ['name', 'identifier', 'phone', 'birthday', 'owner', 'rentFrom', 'role'];
  const lines: Line[] = [HEAD, ['Tô Thị Dạ', '001199007788', '-', '-', '-', '-', null]];
  const seen = await preview(resident.path, lines);
  expect([seen.faults, seen.updated, seen.changes.map(({ before }) => before)]).toEqual([
    [],
    1,
    ['09*****222', '*****', 'Yes', '01/01/2026'],
  ]);
  expect((await bring(resident.path, lines)).data).toMatchObject({ updated: 1 });
  expect(await read(resident.path, one.id)).toMatchObject({
    phone: null,
    birthday: null,
    birthYear: null,
    owner: false,
    rentFrom: null,
    role: 'MEMBER',
  });
  expect((await stored(resident, one.id))?.blind?.phone).toBeNull();
  const homes = await ann.get<Row[]>(`/member-residency?filter[residentId]=${one.id}`);
  expect(homes.data).toMatchObject([{ owner: false, rentFrom: null }]);
  expect((await ann.get<Row[]>(`${resident.path}?filter[q]=1222`)).data).toEqual([]);
  const next = { ...person, name: 'Tô Thị Mai', identifier: '001199007799', phone: '0938111222' };
  expect((await ann.post(resident.path, next)).status).toBe(201);
  const named: Line[] = [HEAD, ['-', '001199007788', null, null, null, null, '-']];
  expect(faultsOf(await preview(resident.path, named))).toEqual([
    [2, 'name', 'IMPORT_NOT_EMPTIED'],
    [2, 'role', 'IMPORT_NOT_EMPTIED'],
  ]);
});

it.each(LANGUAGES)('is said in the template in %s', async language => {
  const headers = { Authorization: `Bearer ${ann.token}`, 'X-Project-Id': site.id, 'Accept-Language': language };
  const answer = await fetch(`${server.url}/api${unit.path}/import/template`, { headers });
  const { SheetNames, Sheets } = readBook(await answer.arrayBuffer());
  expect(Sheets[SheetNames[1] ?? '']?.A1?.v).toMatch(/ - |「-」|“-”|-만/);
});
