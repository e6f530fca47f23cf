import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { rowsOfSheet, sheetOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, type Site } from '../setup/world.ts';

const server = await startServer();
const { ann } = await makeSite(server.url, 'Alpha');

interface Preview {
  created: number;
  updated: number;
  same: number;
  faults: { row: number; field: string; code: string }[];
  changes: { row: number; field: string; before: string; after: string }[];
}
type Cells = (string | null)[];
const HEAD = ['name', 'unitId', 'role', 'identifier', 'phone'];
const send = async <T = Row>(
  part: string,
  rows: Cells[],
  existing = 'update',
  path: string = resident.path,
  head = HEAD,
) =>
  ann.post<T>(
    `${path}/import${part}?existing=${existing}`,
    formOf([{ name: 'rows.xlsx', body: await sheetOf([head, ...rows]) }]),
  );
const faultsOf = async (rows: Cells[], existing?: string) =>
  (await send<Preview>('/preview', rows, existing)).data.faults.map(({ row, field, code }) => [row, field, code]);
const homesOf = async (name: string) => {
  const [person, another] = (await ann.get<Row[]>(`${resident.path}?filter[q]=${encodeURIComponent(name)}`)).data;
  expect(another).toBeUndefined();
  const { data } = await ann.get<Row[]>(`/member-residency?filter[residentId]=${person?.id}&filter[living]=true`);
  return data.map(home => `${codeOf(home.unitId)} ${home.role}`).sort();
};
const units = await (async () => {
  const { data: block } = await ann.post<Row>('/block', { name: 'U' });
  const { data: floor } = await ann.post<Row>('/floor', { blockId: block.id, name: '5' });
  const own = { blockId: block.id, floorId: floor.id, type: 'APARTMENT', area: 70, useArea: 60 };
  const made: Row[] = [];
  for (let n = 1; n <= 9; n++) made.push((await ann.post<Row>(unit.path, { ...own, code: `U-50${n}` })).data);
  return made;
})();
const codeOf = (id: unknown) => units.find(one => one.id === id)?.code;

/** A building of three units, and of nobody but those whom tests come with. */
async function buildingOf(name: string): Promise<Site> {
  const made = await makeSite(server.url, name);
  const { data: block } = await made.ann.post<Row>('/block', { name: 'H' });
  const { data: floor } = await made.ann.post<Row>('/floor', { blockId: block.id, name: '5' });
  const own = { blockId: block.id, floorId: floor.id, type: 'APARTMENT', area: 70, useArea: 60 };
  for (const code of ['H-1', 'H-2', 'H-3']) await made.ann.post(unit.path, { ...own, code });
  return made;
}
/** Exports the residents named Đinh, personal values in plain. */
const exported = async (at: Site) =>
  (await at.ann.file(`${resident.path}/export-encrypted`, { filter: { q: 'Đinh' } })).body;
/** The rows of a file without when they were made, in an order of their own. */
const rowsApart = async (file: Buffer) => (await rowsOfSheet(file)).map(cells => cells.slice(0, -1).join('|')).sort();

describe('rows of one person with several units', () => {
  it('make one person with several homes, and bring these into use', async () => {
    const rows = [
      ['Hồ Hai Nhà', 'U-501', 'HOUSEHOLDER', '001090000001', '0912 100 001'],
      ['Người Khác', 'U-501', 'MEMBER', '001090000002', null],
      ['Hồ Hai Nhà', 'U-502', 'RENTER', '001090000001', null],
      ['Hồ Hai Nhà', 'U-503', 'MEMBER', null, '0912100001'],
    ];
    const { data: seen } = await send<Preview>('/preview', rows, 'refuse');
    expect([seen.faults, seen.created]).toEqual([[], 2]);
    expect((await send('', rows, 'refuse')).data).toMatchObject({ created: 2 });
    expect(await homesOf('Hồ Hai Nhà')).toEqual(['U-501 HOUSEHOLDER', 'U-502 RENTER', 'U-503 MEMBER']);
    const states = await ann.get<Row[]>(`${unit.path}?filter[q]=U-50&limit=20`);
    const used = states.data.filter(({ state }) => state === 'IN_USE').map(({ code }) => code);
    expect(used.sort()).toEqual(['U-501', 'U-502', 'U-503']);
  });

  it('change and add homes of who is there; all of them find the person', async () => {
    const rows = [
      ['Hồ Hai Nhà', 'U-501', 'HOUSEHOLDER', '001090000001', '0912 100 009'],
      ['Hồ Hai Nhà', 'U-502', 'MEMBER', '001090000001', null],
      ['Hồ Hai Nhà', 'U-504', 'RENTER', '001090000001', '0912 100 009'],
    ];
    const { data: seen } = await send<Preview>('/preview', rows);
    expect([seen.faults, seen.created, seen.updated]).toEqual([[], 0, 3]);
    expect(seen.changes.find(change => change.row === 4 && change.after === 'U-504')?.before).toContain('U-501, U-502');
    await send('', rows);
    expect(await homesOf('Hồ Hai Nhà')).toEqual(['U-501 HOUSEHOLDER', 'U-502 MEMBER', 'U-503 MEMBER', 'U-504 RENTER']);
    // By the name and a further home alone; said again, nothing changes.
    const again = await send<Preview>('/preview', [['Hồ Hai Nhà', 'U-503', 'MEMBER', null, null]]);
    expect([again.data.faults, again.data.created, again.data.same]).toEqual([[], 0, 1]);
  });

  it('must agree on the person; another unit alone may be a move, and a person is twice in none', async () => {
    const other = ['Hồ Khác Tên', 'U-502', 'MEMBER', '001090000001', null];
    const first = ['Hồ Hai Nhà', 'U-501', 'HOUSEHOLDER', '001090000001', null];
    expect(await faultsOf([first, other])).toEqual([[3, 'name', 'IMPORT_OTHER_THAN_ROW']]);
    expect(await faultsOf([['Hồ Hai Nhà', 'U-509', 'MEMBER', '001090000001', null]])).toEqual([
      [2, 'unitId', 'RESIDENT_MOVES_BY_ACTS'],
    ]);
    expect(await faultsOf([first, first])).toEqual([[3, 'identifier', 'REPEATED']]);
    const fresh = ['Tân Thị Hai', 'U-506', 'MEMBER', '001090000077', null];
    expect(await faultsOf([fresh, fresh])).toEqual([[3, 'identifier', 'REPEATED']]);
    const head = ['Tân Thị Hai', 'U-501', 'HOUSEHOLDER', '001090000077', null];
    expect(await faultsOf([fresh, head])).toEqual([[3, 'role', 'RESIDENT_HOUSEHOLDER_EXISTS']]);
  });

  it('are who a contract of the second home means', async () => {
    const head = ['unitId', 'residentId', 'startDate'];
    const rows = ['U-501', 'U-502', 'U-509'].map(code => [code, 'Hồ Hai Nhà', '01/02/2026']);
    const { data } = await send<Preview>('/preview', rows, 'refuse', rentalContract.path, head);
    expect(data.faults.filter(({ field }) => field === 'residentId').map(({ row, code }) => [row, code])).toEqual([
      [4, 'IMPORT_NAME_UNKNOWN'],
    ]);
  });
});

describe('householders who swap in one file', () => {
  const rows = (one: string, other: string, third?: Cells): Cells[] => [
    ['Lý Đổi Vai', 'U-507', one, '001090000011', null],
    ['Mạc Đổi Vai', 'U-507', other, '001090000012', null],
    ...(third ? [third] : []),
  ];

  it('do so whichever row comes first, with somebody new as well', async () => {
    await send('', rows('HOUSEHOLDER', 'MEMBER'));
    for (const [one, other] of [
      ['MEMBER', 'HOUSEHOLDER'],
      ['HOUSEHOLDER', 'MEMBER'],
    ] as const) {
      expect((await send('', rows(one, other))).data).toMatchObject({ updated: 2 });
      expect(await homesOf('Lý Đổi Vai')).toEqual([`U-507 ${one}`]);
    }
    const heir = ['Ngô Thừa Kế', 'U-507', 'HOUSEHOLDER', '001090000013', null];
    expect(await faultsOf([heir])).toEqual([[2, 'role', 'RESIDENT_HOUSEHOLDER_EXISTS']]);
    expect((await send('', rows('MEMBER', 'MEMBER', heir))).data).toMatchObject({ created: 1, updated: 1 });
    expect(await homesOf('Ngô Thừa Kế')).toEqual(['U-507 HOUSEHOLDER']);
    expect(await homesOf('Lý Đổi Vai')).toEqual(['U-507 MEMBER']);
  });
});

describe('stays in one unit', () => {
  it('do not overlap', async () => {
    const path = `${resident.path}`;
    const [home, next] = [units[7]?.id, units[8]?.id];
    const { data: one } = await ann.post<Row>(path, {
      name: 'Đào Đi Về',
      role: 'MEMBER',
      unitId: home,
      movedInAt: '2024-01-01',
    });
    await ann.put(`${path}/${one.id}/move-in`, { unitId: next, role: 'MEMBER', movedInAt: '2025-01-01' });
    await ann.put(`${path}/${one.id}/move-out`, { unitId: home, movedOutAt: '2025-03-01' });
    const back = await ann.put<Row>(`${path}/${one.id}/move-in`, {
      unitId: home,
      role: 'MEMBER',
      movedInAt: '2025-02-01',
    });
    expect([back.status, back.code, Object.keys(back.error.data?.fields ?? {})]).toEqual([
      409,
      'RESIDENT_STAY_OVERLAPS',
      ['movedInAt'],
    ]);
    const later = { unitId: home, role: 'MEMBER', movedInAt: '2025-03-01' };
    expect((await ann.put(`${path}/${one.id}/move-in`, later)).status).toBe(200);
  });
});

it('out goes a row for each home; where it is so, nothing changes, and another building gets the same', async () => {
  const from = await buildingOf('Out');
  const rows: Cells[] = [
    ['Đinh Ba Nhà', 'H-1', 'HOUSEHOLDER', '001090000021', '0912 100 021'],
    ['Đinh Ba Nhà', 'H-2', 'RENTER', '001090000021', null],
    ['Đinh Ba Nhà', 'H-3', 'MEMBER', '001090000021', null],
    ['Đinh Một Nhà', 'H-2', 'HOUSEHOLDER', '001090000022', '0912 100 022'],
  ];
  await from.ann.post(`${resident.path}/import`, formOf([{ name: 'rows.xlsx', body: await sheetOf([HEAD, ...rows]) }]));
  const file = await exported(from);
  const homes = (await rowsOfSheet(file)).map(cells => cells.join('|'));
  expect(homes.filter(line => line.includes('Đinh Ba Nhà')).length).toBe(3);
  const form = () => formOf([{ name: 'rows.xlsx', body: file }]);
  const seen = await from.ann.post<Preview>(`${resident.path}/import/preview?existing=update`, form());
  expect([seen.data.faults, seen.data.created, seen.data.updated]).toEqual([[], 0, 0]);

  const to = await buildingOf('In');
  expect((await to.ann.post(`${resident.path}/import`, form())).data).toMatchObject({ created: 2 });
  expect(await rowsApart(await exported(to))).toEqual(await rowsApart(file));
});
