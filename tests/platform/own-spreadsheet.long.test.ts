import type { Definition } from '@lobby/shared/kit/definition.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { rowsOfSheet, sheetOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, type Site } from '../setup/world.ts';

// A building as it comes: floors, units and residents from its own spreadsheets, corrected, and out again.
// Tests 1,000 units; with LONG=1 npm test -- tests/platform/own-spreadsheet, 5,000.

const server = await startServer();
const BLOCKS = ['T1', 'T2', 'T3', 'T4', 'T5'];
const FLOORS = process.env.LONG ? 40 : 8;
const ON_FLOOR = 25;
const COUNT = BLOCKS.length * FLOORS * ON_FLOOR;
const LAST = `T5-${String(FLOORS).padStart(2, '0')}.25`;

async function building(name: string): Promise<Site> {
  const site = await makeSite(server.url, name);
  // The floors of the own one go out whole, with that of its first block.
  for (const tower of [...BLOCKS, ...(name === 'Second' ? ['Block Own'] : [])])
    expect((await site.ann.post(block.path, { name: tower })).status).toBe(201);
  return site;
}
const own = await building('Own');
const second = await building('Second');

type Sheet = readonly (readonly (string | number | null)[])[];
async function take({ ann }: Site, definition: Definition, file: Buffer, count: number): Promise<void> {
  const form = formOf([{ name: 'rows.xlsx', body: file }]);
  const preview = await ann.post<{ faults: unknown[] }>(`${definition.path}/import/preview`, form);
  expect(preview.data?.faults, preview.code).toEqual([]);
  expect((await ann.post(`${definition.path}/import`, form)).data).toMatchObject({ created: count });
}

/** The file of the towers that goes out; of residents with what is personal. What the sites of tests come with is left out. */
async function out({ ann }: Site, definition: Definition): Promise<Buffer> {
  const only = definition === unit ? '?filter[area][from]=72' : '';
  if (definition !== resident) return (await ann.file(`${definition.path}/export${only}`)).body;
  return (await ann.file(`${definition.path}/export-encrypted`, { filter: { gender: ['FEMALE'] } })).body;
}

/** The rows of a file that are of the towers, by their first cell and then by header; without when they were made. */
async function told(file: Buffer): Promise<Map<string, Record<string, string>>> {
  const [head = [], ...rows] = await rowsOfSheet(file);
  const ofTowers = rows.filter(cells => cells.some(cell => /^T\d/.test(cell)));
  const made = head.length - 1;
  return new Map(
    ofTowers.map(cells => [
      cells[0] ?? '',
      Object.fromEntries(head.slice(0, made).map((name, n) => [name, cells[n] ?? ''])),
    ]),
  );
}
const countIn = async (file: Buffer) => (await rowsOfSheet(file)).length - 1;

const units: Sheet = [
  ['code', 'name', 'type', 'blockId', 'floorId', 'area', 'useArea', 'bedrooms', 'direction', 'address', 'windows'],
  ...BLOCKS.flatMap(tower =>
    Array.from({ length: FLOORS * ON_FLOOR }, (_, n) => {
      const [storey, door] = [Math.floor(n / ON_FLOOR) + 1, (n % ON_FLOOR) + 1];
      const code = `${tower}-${String(storey).padStart(2, '0')}.${String(door).padStart(2, '0')}`;
      const place = ['APARTMENT', tower, `Tầng ${storey}`];
      return [code, `Căn ${code}`, ...place, 72.5, 68.25, 2, 'SOUTHEAST', `Số ${n}, đường Sen Hồ`, 4];
    }),
  ),
];
const residents: Sheet = [
  ['name', 'unitId', 'role', 'gender', 'birthday', 'phone', 'email', 'identifier', 'company', 'identifierDate'],
  ...units.slice(1).map(([code], n) => {
    const serial = String(n).padStart(6, '0');
    const person = [`Nguyễn Thị ${code}`, code ?? '', 'HOUSEHOLDER', 'FEMALE', '04/03/1988'];
    return [...person, `0971${serial}`, `p${serial}@example.test`, `0790${serial}11`, 'Công ty Sao Mai', '01/02/2021'];
  }),
];

it('comes in, is corrected, and goes out again as it is, into another building too', {
  timeout: 240_000,
  retry: 0,
}, async () => {
  const floors = BLOCKS.flatMap(tower => Array.from({ length: FLOORS }, (_, n) => [`Tầng ${n + 1}`, tower, n + 1]));
  await take(own, floor, await sheetOf([['name', 'blockId', 'order'], ...floors]), floors.length);
  await take(own, unit, await sheetOf(units), COUNT);
  await take(own, resident, await sheetOf(residents), COUNT);

  const [wrong] = (await own.ann.get<Row[]>(`${unit.path}?filter[q]=T3-07.11`)).data;
  expect(wrong).toMatchObject({ code: 'T3-07.11', state: 'IN_USE' });
  const right = { version: wrong?.version, useArea: 61.5, address: 'Số 7, đường Sen Hồ' };
  expect((await own.ann.put(`${unit.path}/${wrong?.id}`, right)).status).toBe(200);

  const files = [await out(own, floor), await out(own, unit), await out(own, resident)] as const;
  const apartments = await told(files[1]);
  expect([apartments.size, apartments.get(LAST)]).toEqual([
    COUNT,
    expect.objectContaining({
      'Unit code': LAST,
      'Area (m²)': '72.5',
      Windows: '4',
      Address: `Số ${FLOORS * ON_FLOOR - 1}, đường Sen Hồ`,
    }),
  ]);
  expect(apartments.get('T3-07.11')).toMatchObject({ 'Usable area (m²)': '61.5', Address: 'Số 7, đường Sen Hồ' });

  await take(second, floor, files[0], await countIn(files[0]));
  await take(second, unit, files[1], await countIn(files[1]));
  await take(second, resident, files[2], await countIn(files[2]));
  expect(await told(await out(second, unit))).toEqual(apartments);
  expect(await told(await out(second, resident))).toEqual(await told(files[2]));
});
