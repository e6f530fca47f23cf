import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { rowsOfSheet, sheetOf } from '../setup/files/sheets.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;

interface Preview {
  created: number;
  updated: number;
  same: number;
  faults: { row: number; field: string; code: string }[];
  changes: { row: number; record: string; field: string; before: string; after: string }[];
}
const send = <T = Row>(path: string, part: string, body: Buffer, existing = 'update') =>
  ann.post<T>(`${path}/import${part}?existing=${existing}`, formOf([{ name: 'rows.xlsx', body }]));
const exported = async (path: string) => rowsOfSheet((await ann.file(`${path}/export`)).body);
/** A sheet with some of its cells written anew: row of the sheet from 0, header, text. */
async function corrected(rows: string[][], cells: readonly [number, string, string][]): Promise<Buffer> {
  const copy = rows.map(row => [...row]);
  for (const [row, header, text] of cells) {
    const at = rows[0]?.indexOf(header) ?? -1;
    if (at < 0) throw new Error(`no column ${header} among ${rows[0]?.join()}`);
    (copy[row] ?? [])[at] = text;
  }
  return sheetOf(copy);
}
const versions = async (path: string) =>
  new Map((await ann.get<Row[]>(`${path}?limit=100`)).data.map(one => [one.id, one.version]));

const place = await makePlace();
async function makePlace() {
  const { data: block } = await ann.post<Row>('/block', { name: 'U' });
  const { data: floor } = await ann.post<Row>('/floor', { blockId: block.id, name: 'Tầng 5' });
  const own = { blockId: block.id, floorId: floor.id, type: 'APARTMENT', area: 70, useArea: 60 };
  const made = [];
  for (let n = 1; n <= 6; n++) made.push((await ann.post<Row>(unit.path, { ...own, code: `U-50${n}` })).data);
  return { units: made };
}

describe('units of a sheet that was exported and corrected', () => {
  it('change in exactly the cells that were, and are told as such', async () => {
    const rows = await exported(unit.path);
    const at = (code: string) => rows.findIndex(row => row[0] === code);
    const body = await corrected(rows, [
      [at('U-502'), 'Area (m²)', '81.5'],
      [at('U-503'), 'Type', 'Duplex'],
      [at('U-505'), 'Name', 'Góc hồ'],
    ]);
    const { data: seen } = await send<Preview>(unit.path, '/preview', body);
    expect([seen.faults, seen.created, seen.updated, seen.same]).toEqual([[], 0, 3, rows.length - 4]);
    expect(seen.changes.map(({ record, after }) => [record, after])).toEqual([
      ['U-502', '81.5'],
      ['U-503', 'Duplex'],
      ['U-505', 'Góc hồ'],
    ]);
    const before = await versions(unit.path);
    expect((await send(unit.path, '', body)).data).toMatchObject({ created: 0, updated: 3 });
    const after = await versions(unit.path);
    const changed = [...after].filter(([id, version]) => before.get(id) !== version).map(([id]) => id);
    expect(changed.sort()).toEqual([1, 2, 4].map(n => place.units[n]?.id).sort());
    const [entry] = (await ann.get<Row[]>(`${unit.path}/${place.units[1]?.id}/activities`)).data;
    expect(entry).toMatchObject({ action: 'update', before: { area: 70 }, after: { area: 81.5 } });
    expect(await exported(unit.path)).toEqual(await rowsOfSheet(body));
    expect((await send<Preview>(unit.path, '/preview', body)).data).toMatchObject({
      updated: 0,
      same: rows.length - 1,
    });
  });

  it('are found by their new words', async () => {
    const { data } = await ann.post<Row>(unit.path, { ...pick(place.units[0]), code: 'U-599', name: 'Cũ' });
    await send(
      unit.path,
      '',
      await sheetOf([
        ['code', 'name'],
        ['U-599', 'Tên mới tinh'],
      ]),
    );
    expect((await ann.get<Row[]>(`${unit.path}?filter[q]=tinh`)).data.map(({ id }) => id)).toEqual([data.id]);
  });

  it('are refused unless it was said that they may change', async () => {
    const body = await corrected(await exported(unit.path), []);
    const { data } = await send<Preview>(unit.path, '/preview', body, 'refuse');
    expect(data.faults[0]).toMatchObject({ field: 'code', code: 'APARTMENT_EXISTS' });
  });

  it('are changed all or none, by the rules of a form', async () => {
    const body = await sheetOf([
      ['code', 'useArea', 'bedrooms'],
      ['U-501', 65, 2],
      ['U-504', 900, 2],
      ['U-506', 61, 2],
      ['U-506', 62, 3],
    ]);
    const { data } = await send<Preview>(unit.path, '/preview', body);
    expect(data.faults.map(({ row, field, code }) => [row, field, code])).toEqual([
      [3, 'useArea', 'AREA_MISMATCH'],
      [5, 'code', 'REPEATED'],
    ]);
    const before = await versions(unit.path);
    expect((await send(unit.path, '', body)).code).toBe('IMPORT_HAS_FAULTS');
    expect(await versions(unit.path)).toEqual(before);
  });
});

const pick = (one: Row | undefined) => ({
  blockId: one?.blockId,
  floorId: one?.floorId,
  type: one?.type,
  area: one?.area,
});

describe('residents of a sheet', () => {
  const [home, other] = place.units;
  const people = ['Trần Văn An', 'Lê Thị Bình', 'Lê Thị Bình'].map((name, n) => ({
    name,
    unitId: n === 2 ? other?.id : home?.id,
    role: 'MEMBER',
    birthday: '1990-02-01',
    phone: `091200111${n}`,
    email: `people${n}@example.test`,
  }));

  it('are told by what is masked in it too: only what was corrected changes, their homes along', async () => {
    const made = [];
    for (const person of people) made.push((await ann.post<Row>(resident.path, person)).data);
    const rows = await exported(resident.path);
    expect(rows.flat().join()).toContain('*****');
    const at = rows.findIndex(row => row.includes('Trần Văn An'));
    const body = await corrected(rows, [
      [at, 'Role', 'Householder'],
      [at, 'Phone', '0912 009 999'],
      [rows.findIndex(row => row.includes('Lê Thị Bình') && row.includes('U-502')), 'Works at', 'Hoa Sen'],
    ]);
    const { data: seen } = await send<Preview>(resident.path, '/preview', body);
    expect([seen.faults, seen.created, seen.updated, seen.same]).toEqual([[], 0, 2, rows.length - 3]);
    const phone = seen.changes.find(({ after }) => after === '0912 009 999');
    expect(phone?.before).toBe('09*****110');
    expect((await send(resident.path, '', body)).data).toMatchObject({ created: 0, updated: 2 });
    const { data: an } = await ann.put<{ values: Row }>(`${resident.path}/${made[0]?.id}/reveal`, {});
    expect(an.values).toMatchObject({ phone: '+84912009999', email: 'people0@example.test', birthday: '1990-02-01' });
    const homes = await ann.get<Row[]>(`/member-residency?filter[residentId]=${made[0]?.id}`);
    expect(homes.data).toMatchObject([{ role: 'HOUSEHOLDER' }]);
    expect((await ann.get<Row>(`${resident.path}/${made[2]?.id}`)).data).toMatchObject({
      company: 'Hoa Sen',
      version: 2,
    });
    expect((await ann.get<Row[]>(`${resident.path}?filter[q]=9999`)).data).toHaveLength(1);
  });

  it('are new where nobody is like them; a stranger’s mask is a fault, and so is a move', async () => {
    const body = await sheetOf([
      ['name', 'unitId', 'role', 'phone'],
      ['Người Mới', 'U-503', 'MEMBER', '0912 777 001'],
      ['Người Lạ', 'U-503', 'MEMBER', '09*****001'],
      ['Lê Thị Bình', 'U-502', 'MEMBER', '09*****999'],
      ['Lê Thị Bình', 'U-504', 'MEMBER', '0912001111'],
    ]);
    const { data } = await send<Preview>(resident.path, '/preview', body);
    expect(data.created).toBe(1);
    expect(data.faults.map(({ row, field, code }) => [row, field, code])).toEqual([
      [3, 'phone', 'IMPORT_MASKED'],
      [4, 'phone', 'IMPORT_MASKED'],
      [5, 'unitId', 'RESIDENT_MOVES_BY_ACTS'],
    ]);
  });

  it('are found by a new name on their requests, too', async () => {
    const { data: one } = await ann.post<Row>(resident.path, {
      name: 'Phùng Cũ',
      role: 'MEMBER',
      identifier: '001093012346',
      unitId: place.units[3]?.id,
    });
    const asked = { title: 'Lock', content: 'It sticks.', unitId: place.units[3]?.id, residentId: one.id };
    const { data: request } = await ann.post<Row>(ticket.path, asked);
    await send(
      resident.path,
      '',
      await sheetOf([
        ['name', 'unitId', 'role', 'identifier'],
        ['Phùng Tân', 'U-504', 'MEMBER', '001093012346'],
      ]),
    );
    const found = async (words: string) =>
      (await ann.get<Row[]>(`${ticket.path}?filter[q]=${words}`)).data.map(({ id }) => id);
    await until(async () => (await found('phung%20tan')).includes(request.id));
    expect(await found('phung%20cu')).toEqual([]);
  });

  it('come and change in one file, once for its key', async () => {
    const body = await sheetOf([
      ['name', 'unitId', 'role', 'phone', 'gender'],
      ['Người Mới', 'U-506', 'MEMBER', '0912 777 002', 'MALE'],
      ['Lê Thị Bình', 'U-501', 'MEMBER', '0912001111', 'FEMALE'],
    ]);
    const both = await Promise.all(
      [1, 2].map(() =>
        ann.post<Row>(`${resident.path}/import?existing=update`, formOf([{ name: 'a.xlsx', body }]), {
          'Idempotency-Key': 'come-and-change',
        }),
      ),
    );
    expect(both.map(({ data }) => [data.created, data.updated])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    const { data } = await ann.get<Row[]>(`${unit.path}?filter[q]=U-506`);
    expect(data[0]?.state).toBe('IN_USE');
  });
});
