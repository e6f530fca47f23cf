import { placesInList } from '@lobby/server/modules/unit/floor-order.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { block } from '@lobby/shared/modules/unit.ts';
import { describe, expect, it } from 'vitest';
import type { Answer, Row } from '../setup/caller.ts';
import { NEVER } from '../setup/contract/routes.ts';
import { formOf } from '../setup/contract/samples.ts';
import { sheetOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { WAIT } from '../setup/time/limit.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;

let n = 0;
const newBlock = async () => (await ann.post(block.path, { name: `Tower ${++n}` })).data.id;
const range = (body: Record<string, unknown>): Promise<Answer<Row & { made: string[]; existed: string[] }>> =>
  ann.post(`${floor.path}/range`, body);
const floorsOf = async (blockId: string) =>
  (await ann.get<Row[]>(`${floor.path}?filter[blockId][]=${blockId}&limit=100`)).data;

describe('a floor', () => {
  it('exists once in a block, and once in each', async () => {
    const [one, two] = [await newBlock(), await newBlock()];
    expect((await ann.post(floor.path, { name: 'Sảnh', blockId: one })).status).toBe(201);
    const again = await ann.post(floor.path, { name: 'SẢNH', blockId: one });
    expect([again.status, again.code, again.error.data?.fields?.name?.code]).toEqual([
      409,
      'FLOOR_EXISTS',
      'FLOOR_EXISTS',
    ]);
    const other = await ann.post(floor.path, { name: 'Sảnh', blockId: two });
    expect(other.status).toBe(201);
    const renamed = await ann.post(floor.path, { name: 'Mái', blockId: one });
    const path = `${floor.path}/${renamed.data.id}`;
    expect((await ann.put(path, { version: 1, name: 'sảnh' })).code).toBe('FLOOR_EXISTS');
    expect((await ann.put(path, { version: 1, name: 'Áp mái' })).status).toBe(200);
    expect((await ann.put(`${floor.path}/${other.data.id}`, { version: 1, blockId: one })).code).toBe('FLOOR_EXISTS');
  });

  it('is told apart by its block where it is chosen', async () => {
    const { data: blocks } = await ann.get<Row[]>(`${block.path}/options`);
    const { data } = await ann.get<(Row & { code: string; blockId: string })[]>(`${floor.path}/options?q=12`);
    expect(data.length).toBeGreaterThan(0);
    for (const { code, blockId } of data) expect(code).toBe(blocks.find(one => one.id === blockId)?.name);
  });

  it('named by a letter stands below the ground until another tells that the letter means storeys', async () => {
    const orders = async (names: readonly string[], blockId: string) => {
      for (const name of names) expect((await ann.post(floor.path, { name, blockId })).status).toBe(201);
      return Object.fromEntries((await floorsOf(blockId)).map(({ name, order }) => [name, order]));
    };
    const one = await newBlock();
    expect(await orders(['B1', 'B3', 'B2'], one)).toEqual({ B1: -1, B2: -2, B3: -3 });
    expect(await orders(['B10', 'B22'], one)).toEqual({ B1: 1, B2: 2, B3: 3, B10: 10, B22: 22 });
    // A manually set order stays.
    const two = await newBlock();
    expect((await ann.post(floor.path, { name: 'B1', blockId: two, order: -4 })).status).toBe(201);
    expect(await orders(['B2', 'B10'], two)).toEqual({ B1: -4, B2: 2, B10: 10 });
  });

  it('made at once with others stands as it does when it is made after them', async () => {
    const places = async (names: readonly string[]) => {
      const blockId = await newBlock();
      await Promise.all(names.map(name => ann.post(floor.path, { name, blockId })));
      return (await floorsOf(blockId)).map(({ name, order }) => [name, order]);
    };
    const storeys = ['B1', 'B2', 'B3', 'B10', 'B22'];
    expect(await places(storeys)).toEqual(storeys.map(name => [name, Number(name.slice(1))]));
    expect(await places(['B1', 'B2', 'B3', 'B10', '1'])).toEqual([
      ['B10', -10],
      ['B3', -3],
      ['B2', -2],
      ['B1', -1],
      ['1', 1],
    ]);
    expect((await places(['Sảnh', 'Vườn', 'Kỹ thuật'])).map(([, order]) => order)).toEqual([1, 2, 3]);
  });

  it('without an order stands where its name says, else above the others', async () => {
    const blockId = await newBlock();
    for (const [name, order] of [
      ['7', 7],
      ['B1', -1],
      ['Kỹ thuật', 8],
      ['Mái', 298],
    ] as const)
      expect((await ann.post(floor.path, { name, blockId })).data).toMatchObject({ order });
  });

  it('stays in its block while units stand on it', async () => {
    const blockId = await newBlock();
    const answer = await ann.put(`${floor.path}/${site.floorId}`, { version: 1, blockId });
    expect([answer.status, answer.code, answer.error.message]).toEqual([
      409,
      'FLOOR_IN_USE',
      'The floor cannot move to another block: 2 units still stand on it.',
    ]);
  });
});

describe('a range of floors', () => {
  it('is made at once, with its basements, without what is left out, beside what exists', async () => {
    const blockId = await newBlock();
    await ann.post(floor.path, { name: '2', blockId });
    const { status, data } = await range({ blockId, from: -2, to: 5, without: [4] });
    expect(status).toBe(201);
    expect(data.existed).toEqual(['2']);
    expect(data.made).toHaveLength(6);
    expect((await floorsOf(blockId)).map(one => [one.name, one.order])).toEqual([
      ['B2', -2],
      ['B1', -1],
      ['G', 0],
      ['1', 1],
      ['2', 2],
      ['3', 3],
      ['5', 5],
    ]);
    const repeated = await range({ blockId, from: 1, to: 3 });
    expect(repeated.data).toEqual({ made: [], existed: ['1', '2', '3'] });
  });

  it('sent twice with one key is made once', async () => {
    const blockId = await newBlock();
    const key = { 'Idempotency-Key': `range-${blockId}` };
    const body = { blockId, from: 1, to: 9 };
    const answers = await Promise.all([1, 2, 3].map(() => ann.post<Row>(`${floor.path}/range`, body, key)));
    expect(new Set(answers.map(answer => JSON.stringify(answer.data))).size).toBe(1);
    expect(await floorsOf(blockId)).toHaveLength(9);
  });

  it.each([
    [{ from: 5, to: 4 }, 422, 'FLOOR_RANGE_INVALID'],
    [{ from: 1, to: 121 }, 422, 'FLOOR_RANGE_INVALID'],
    [{ from: 1, to: 301 }, 400, 'VALIDATION_FAILED'],
    [{ from: 1.5, to: 3 }, 400, 'VALIDATION_FAILED'],
    [{ from: 1, to: 2, blockId: NEVER }, 422, 'REFERENCE_NOT_FOUND'],
  ])('%o is %i', async (body, status, code) => {
    const answer = await range({ blockId: site.blockId, ...body });
    expect([answer.status, answer.code]).toEqual([status, code]);
  });

  it('may be as long as the highest tower', async () => {
    const blockId = await newBlock();
    expect((await range({ blockId, from: 1, to: 120 })).data.made).toHaveLength(120);
  });
});

describe('deleting many', () => {
  interface Done {
    done: string[];
    refused: { id: string; code: string; message: string }[];
  }

  it('takes what nothing stands on, and says of the others what does', async () => {
    const blockId = await newBlock();
    const { made } = (await range({ blockId, from: 1, to: 3 })).data;
    const ids = [...made, site.floorId, NEVER];
    const { status, data } = await ann.put<Done>(`${floor.path}/delete-multi`, { ids });
    expect([status, data.done]).toEqual([200, made]);
    expect(data.refused).toEqual([
      { id: site.floorId, code: 'IN_USE', message: 'It cannot be deleted: it is still used by 2 units.' },
      { id: NEVER, code: 'NOT_FOUND', message: expect.any(String) },
    ]);
    expect(await floorsOf(blockId)).toEqual([]);
    const entries = await ann.get<Row[]>(`${floor.path}/${site.floorId}/activities`);
    expect(entries.data.map(one => one.action)).toEqual(['create']);
  });

  it('by filter takes all that it finds, in the background where they are many', async () => {
    const blocks = [await newBlock(), await newBlock()];
    for (const blockId of blocks) await range({ blockId, from: 1, to: 110 });
    const { status, data } = await ann.put<{ progressId: string }>(`${floor.path}/delete-multi`, {
      isAll: true,
      filter: { blockId: blocks },
    });
    expect(status).toBe(202);
    const progress = async () => (await ann.get<Row>(`/progress/${data.progressId}`)).data;
    await expect.poll(progress, WAIT).toMatchObject({ state: 'done', done: 220 });
    expect(await floorsOf(blocks[0] ?? '')).toEqual([]);
  });

  it('needs the right to delete, and either ids or a filter', async () => {
    await site.allow({ UNIT: ['read', 'write'] });
    expect((await site.carl.put(`${floor.path}/delete-multi`, { ids: [NEVER] })).status).toBe(403);
    for (const body of [{}, { ids: [] }, { ids: [NEVER], isAll: true }])
      expect((await ann.put(`${floor.path}/delete-multi`, body)).status).toBe(400);
  });
});

it.each([
  [
    'Tòa A',
    ['Hầm B2', 'B1', 'G', 'Trệt', 'Lửng', '1', '12', '12A', '14', 'Áp mái', 'Tum'],
    [-2, -1, 0, 0, 0.5, 1, 12, 12.01, 14, 297, 299],
  ],
  ['Tòa B', ['B1', 'B2', 'B3'], [1, 2, 3]],
  ['Tòa C', ['B2', 'B1', '1', '2'], [-2, -1, 1, 2]],
  ['Tòa C', Array.from({ length: 22 }, (_, n) => `B${n + 1}`), Array.from({ length: 22 }, (_, n) => n + 1)],
  ['Tòa C', ['B1', 'B10', '1'], [-1, -10, 1]],
  ['Tòa A', ['Sảnh', '1', '2', 'Kỹ thuật', '3'], [0.99, 1, 2, 2.01, 3]],
  ['Tòa A', ['3', 'Kỹ thuật', '2', 'Sảnh'], [3, 2.99, 2, 1.99]],
  ['Tòa A', ['Sảnh', 'Hồ bơi'], [1, 2]],
])('each floor of a list of %s stands where the building has it', (blockName, names, orders) => {
  expect(placesInList(names, blockName, [])).toEqual(orders);
});

it('floors of a spreadsheet keep the order of the file where their names say none', async () => {
  const { data: of } = await ann.post<Row>('/block', { name: 'Tháp Z' });
  const body = await sheetOf([['blockId', 'name'], ...['B1', 'Trệt', '1', 'Vườn', '2'].map(name => ['Tháp Z', name])]);
  expect((await ann.post(`${floor.path}/import`, formOf([{ name: 'f.xlsx', body }]))).status).toBe(201);
  const { data } = await ann.get<Row[]>(`${floor.path}?filter[blockId]=${of.id}&sort=order`);
  expect(data.map(({ name, order }) => [name, order])).toEqual([
    ['B1', -1],
    ['Trệt', 0],
    ['1', 1],
    ['Vườn', 1.01],
    ['2', 2],
  ]);
});
