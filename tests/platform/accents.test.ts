import { label } from '@lobby/shared/modules/label.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { sheetOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
let n = 0;
const named = async (name: string) => ann.post<Row>(label.path, { name, shortName: `S${++n}`, type: 'UNIT' });
const imported = async (part: string, rows: string[][], existing: string) =>
  ann.post<Row>(
    `${resident.path}/import${part}?existing=${existing}`,
    formOf([{ name: 'r.xlsx', body: await sheetOf(rows) }]),
  );
const faultsOf = async (rows: string[][]) =>
  (await imported('/preview', rows, 'update')).data.faults as { row: number; field: string; code: string }[];
const codesOf = async (rows: string[][]) => (await faultsOf(rows)).map(({ row, field, code }) => [row, field, code]);

describe('accents count', () => {
  it('among names that must be unique, while case and spaces do not', async () => {
    for (const name of ['Thu', 'Thư', 'Thứ']) expect((await named(name)).status, name).toBe(201);
    for (const name of ['thu', ' THƯ ', 'Thu\u031b']) expect((await named(name)).status, name).toBe(409);
  });

  it('for forbidden words, unless the text has none at all', async () => {
    const forbiddenWords = ['lô đề', 'cá độ'];
    const set = await ann.put(`/unit-group/${site.id}`, { version: 1, forbiddenWords });
    expect(set.status, set.text).toBe(200);
    const asked = async (content: string) =>
      (await ann.post<Row>(ticket.path, { title: 'Việc', content, unitId: site.unitId, residentId: site.dora.id }))
        .code;
    expect(await asked('Tôi cần cái lọ để cắm hoa, ở chỗ lò đê')).not.toBe('TEXT_FORBIDDEN');
    for (const said of ['Chơi LÔ  ĐỀ', 'choi lo de', 'Chơi lo\u0302 đe\u0302\u0300'])
      expect(await asked(said), said).toBe('TEXT_FORBIDDEN');
  });

  it('where a spreadsheet names a place or a person', async () => {
    const d = (await ann.post<Row>(block.path, { name: 'Tòa D' })).data;
    for (const [of, code] of [[d, 'D-101']] as const) {
      const floor = (await ann.post<Row>('/floor', { blockId: of.id, name: 'Tầng 1' })).data;
      const home = { code, blockId: of.id, floorId: floor.id, type: 'APARTMENT', area: 50, useArea: 40 };
      expect((await ann.post(unit.path, home)).status).toBe(201);
    }
    const head = ['code', 'blockId', 'floorId', 'type', 'area', 'useArea'];
    const row = (name: string) => ['X-1', name, 'Tầng 1', 'APARTMENT', '50', '40'];
    const faults = async (name: string) => {
      const body = await sheetOf([head, row(name)]);
      const { data } = await ann.post<Row>(`${unit.path}/import/preview`, formOf([{ name: 'u.xlsx', body }]));
      return (data.faults as { field: string }[]).map(({ field }) => field);
    };
    expect(await faults('Tòa Đ')).toContain('blockId');
    expect(await faults('TÒA  d')).toEqual([]);
    expect(await faults('toa d')).toEqual([]);
    expect((await ann.post(block.path, { name: 'Tòa Đ' })).status).toBe(201);
    // Two fit what was typed without accents: nobody guesses.
    expect(await faults('toa d')).toContain('blockId');
  });

  it('and what only looks like Đ is Đ, on every way in', async () => {
    const { data } = await named('Ðức Ɖạt BQLÐ');
    expect(data.name).toBe('Đức Đạt BQLĐ');
    expect((await named('Đức đạt bqlđ')).status).toBe(409);
    expect((await named('Guðrún')).data.name).toBe('Guðrún');
  });
});

describe('families share phones', () => {
  const phone = '0912 345 001';
  const head = ['name', 'unitId', 'role', 'phone', 'gender', 'birthday'];
  const mother = ['Nguyễn Thị Hùng', 'A-1205', 'MEMBER', phone, 'FEMALE', '01/02/1960'];

  it('and no row turns a mother into her child', async () => {
    const home = (await ann.get<Row>(`${unit.path}/${site.unitId}`)).data;
    mother[1] = String(home.code);
    const made = await imported('', [head, mother], 'refuse');
    expect(made.data, made.text).toMatchObject({ created: 1 });
    const of = (name: string, gender = '', birthday = '') => [
      head,
      [name, mother[1] ?? '', 'MEMBER', phone, gender, birthday],
    ];
    expect(await codesOf(of('Nguyễn Thị Hưng'))).toEqual([[2, 'phone', 'IMPORT_OTHER_PERSON']]);
    expect(await codesOf(of('Nguyễn Thị Hùng', 'MALE'))).toEqual([[2, 'phone', 'IMPORT_OTHER_PERSON']]);
    expect(await codesOf(of('Nguyễn Thị Hùng', '', '03/04/1985'))).toEqual([[2, 'phone', 'IMPORT_OTHER_PERSON']]);
    for (const same of ['nguyễn thị  HÙNG', 'Nguyen Thi Hung']) expect(await codesOf(of(same))).toEqual([]);
    // Without it the child comes in beside her, and is found by its name from then on.
    const child = ['Nguyễn Văn Hưng', mother[1] ?? '', 'MEMBER', '', 'MALE', '03/04/1985'];
    expect((await imported('', [head, child], 'update')).data).toMatchObject({ created: 1 });
    const both = await imported('/preview', [head, mother, child], 'update');
    expect(both.data).toMatchObject({ faults: [], created: 0, updated: 0, same: 2 });
  });
});
