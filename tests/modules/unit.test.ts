import { orderIn } from '@lobby/server/modules/unit/index.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { NEVER } from '../setup/contract/routes.ts';
import { formOf } from '../setup/contract/samples.ts';
import { sheetOf } from '../setup/files/sheets.ts';
import { stored } from '../setup/records.ts';
import { listen } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben } = site;

let n = 0;
const values = (own: Record<string, unknown> = {}) => ({
  code: `U-${++n}`,
  type: 'APARTMENT',
  blockId: site.blockId,
  floorId: site.floorId,
  ...own,
});
const post = (own: Record<string, unknown>) => ann.post(unit.path, values(own));
async function made(own: Record<string, unknown> = {}): Promise<Row> {
  const answer = await post(own);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.data;
}
const place = async (definition: typeof block | typeof floor, own: Record<string, unknown>) =>
  (await ann.post(definition.path, own)).data.id;
const refusal = async (own: Record<string, unknown>, field: string) => {
  const { status, code, error } = await post(own);
  return [status, code, error.data?.fields?.[field]?.code];
};

describe('apartment exists', () => {
  it.each(['A-09.01', 'a-09.01'])('%s is the code of another', async code => {
    if (n === 0) await made({ code: 'A-09.01' });
    expect(await refusal({ code }, 'code')).toEqual([409, 'APARTMENT_EXISTS', 'APARTMENT_EXISTS']);
  });
});

describe('a code that differs from another in separators alone', () => {
  it('is asked about, in forms, in edits and in files', async () => {
    await made({ code: 'S-11.01' });
    const alike = [409, 'UNIT_CODE_ALIKE', 'UNIT_CODE_ALIKE'];
    for (const code of ['S1101', 'S.11.01', 's-1.101']) expect(await refusal({ code }, 'code')).toEqual(alike);
    const other = await made({ code: 'S-1.101', codeAlike: true });
    const edit = { version: other.version, code: 'S1.101', codeAlike: false };
    expect((await ann.put(`${unit.path}/${other.id}`, edit)).code).toBe('UNIT_CODE_ALIKE');
    expect((await ann.put(`${unit.path}/${other.id}`, { ...edit, codeAlike: true })).status).toBe(200);
    const head = ['code', 'type', 'blockId', 'floorId', 'codeAlike'];
    const rows = [
      ['S.11.01', 'Duplex', 'Block Alpha', '12', null],
      ['S-22.01', 'Duplex', 'Block Alpha', '12', null],
      ['S2201', 'Duplex', 'Block Alpha', '12', null],
      ['S-2.201', 'Duplex', 'Block Alpha', '12', 'x'],
    ];
    const form = formOf([{ name: 'rows.xlsx', body: await sheetOf([head, ...rows]) }]);
    const { data } = await ann.post<{ faults: Row[] }>(`${unit.path}/import/preview`, form);
    expect(data.faults.map(({ row, code }) => [row, code])).toEqual([
      [2, 'UNIT_CODE_ALIKE'],
      [4, 'UNIT_CODE_ALIKE'],
    ]);
  });
});

describe('unique name', () => {
  it('is taken whatever its case and spaces; without a name there may be many', async () => {
    await made({ name: 'Căn góc' });
    expect(await refusal({ name: 'CĂN  gÓc' }, 'name')).toEqual([409, 'UNIT_NAME_EXISTS', 'UNIT_NAME_EXISTS']);
    await made({ name: null });
    await made();
  });
});

describe('no special characters in system codes', () => {
  it.each(['B1', 'B-12.08', 'B_1/2', 'Đ-01'])('%s is a code', async code => {
    expect((await post({ code })).status).toBe(201);
  });
  it.each(['-B1', 'B 1', 'B#1', 'B@1', '<b>', 'B\u00001x!'])('%s is none', async code => {
    expect(await refusal({ code }, 'code')).toEqual([400, 'VALIDATION_FAILED', 'CODE_INVALID']);
  });
});

describe('area within min and max', () => {
  it.each([
    [1, 201],
    [100_000, 201],
    [74.25, 201],
    [0.99, 400],
    [100_000.01, 400],
    [74.255, 400],
    [-1, 400],
  ])('%d is %i', async (area, status) => {
    expect((await post({ area })).status).toBe(status);
  });
});

describe('area mismatch', () => {
  it.each([
    ['useArea', 70, 201],
    ['useArea', 70.01, 400],
    ['carpetArea', 70, 201],
    ['carpetArea', 70.01, 400],
  ])('%s of %d in 70 is %i', async (field, part, status) => {
    const answer = await post({ area: 70, [field]: part });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.error.data?.fields?.[field]?.code).toBe('AREA_MISMATCH');
  });

  it('is seen too when the whole shrinks below a part', async () => {
    const { id } = await made({ area: 70, useArea: 60 });
    const answer = await ann.put(`${unit.path}/${id}`, { version: 1, area: 59 });
    expect([answer.status, answer.error.data?.fields?.useArea?.code]).toEqual([400, 'AREA_MISMATCH']);
    expect((await ann.put(`${unit.path}/${id}`, { version: 1, area: 60 })).status).toBe(200);
  });
});

describe('invalid floor or type', () => {
  it('a floor of another block', async () => {
    const other = await place(block, { name: 'Other' });
    const floorId = await place(floor, { name: '12', blockId: other });
    expect(await refusal({ floorId }, 'floorId')).toEqual([422, 'FLOOR_INVALID', 'FLOOR_INVALID']);
    const { id } = await made();
    const moved = await ann.put(`${unit.path}/${id}`, { version: 1, blockId: other });
    expect([moved.status, moved.code]).toEqual([422, 'FLOOR_INVALID']);
    expect((await ann.put(`${unit.path}/${id}`, { version: 1, blockId: other, floorId })).status).toBe(200);
  });

  it.each([
    ['a floor that is not there', { floorId: NEVER }, 'floorId', 422, 'REFERENCE_NOT_FOUND'],
    ['no floor', { floorId: undefined }, 'floorId', 400, 'REQUIRED'],
    ['a type that is none', { type: 'CASTLE' }, 'type', 400, 'CHOICE_INVALID'],
    ['no type', { type: undefined }, 'type', 400, 'REQUIRED'],
  ])('%s', async (_, own, field, status, code) => {
    const answer = await post(own);
    expect([answer.status, answer.error.data?.fields?.[field]?.code]).toEqual([status, code]);
  });

  it('a label of another type', async () => {
    const label = { name: 'Leaks', shortName: 'LK', type: 'HELP_DESK' };
    const labelIds = [(await ann.post('/label', label)).data.id];
    expect((await refusal({ labelIds }, 'labelIds'))[2]).toBe('REFERENCE_NOT_SUITABLE');
    const { id } = await made();
    expect((await ann.put(`${unit.path}/${id}/label`, { labelIds })).status).toBe(422);
  });
});

describe('cannot delete with residents', () => {
  it('says who lives there; an empty one goes', async () => {
    const answer = await ann.delete(`${unit.path}/${site.unitId}`);
    expect([answer.status, answer.code]).toEqual([409, 'IN_USE']);
    expect(answer.error.data).toMatchObject({ module: 'MEMBER', entity: 'resident', count: 1 });
    const { id } = await made();
    expect((await ann.delete(`${unit.path}/${id}`)).status).toBe(200);
  });
});

describe('acts', () => {
  it('switch the use of the app, of one and of many', async () => {
    const [one, two] = [await made(), await made()];
    expect(one).toMatchObject({ appUsage: true, balance: 0, state: 'EMPTY' });
    const off = await ann.put(`${unit.path}/${one.id}/app-usage`, { appUsage: false, version: 1 });
    expect(off.data).toMatchObject({ appUsage: false, version: 2 });
    const stale = await ben.put(`${unit.path}/${one.id}/app-usage`, { appUsage: true, version: 1 });
    expect([stale.status, stale.code]).toEqual([409, 'STATUS_CHANGED']);
    const ids = [one.id, two.id];
    const both = await ann.put(`${unit.path}/app-usage-multi`, { ids, appUsage: false });
    expect(both.data).toEqual({ done: ids, refused: [] });
    const all = await ann.put(`${unit.path}/app-usage-multi`, {
      isAll: true,
      filter: { appUsage: ['false'] },
      appUsage: true,
    });
    expect(all.data).toMatchObject({ refused: [] });
    expect((await ann.get(`${unit.path}?filter[appUsage][]=false`)).data).toEqual([]);
  });

  it('put labels on many', async () => {
    const label = { name: 'For rent', shortName: 'FR', type: 'UNIT' };
    const labelIds = [(await ann.post('/label', label)).data.id];
    const ids = [(await made()).id, (await made()).id];
    const { data } = await ann.put(`${unit.path}/label-multi`, { ids, labelIds });
    expect(data).toEqual({ done: ids, refused: [] });
    const { data: found } = await ann.get<Row[]>(`${unit.path}?filter[labelIds][]=${labelIds[0]}`);
    expect(found.map(row => row.id).sort()).toEqual(ids.sort());
  });
});

describe('the list', () => {
  it('is found by code with and without separators, and counts its tabs whatever tab is open', async () => {
    const own = await makeSite(server.url, 'Beta');
    const count = async (words: string) =>
      (await own.ann.get<Row[]>(`${unit.path}?filter[q]=${encodeURIComponent(words)}`)).data.length;
    for (const words of ['BA-12.08', 'ba1208', 'BA 12.08', 'ba-12', '12.08', '1208'])
      expect(await count(words), words).toBe(1);
    const { version } = await stored(unit, own.unitId);
    await own.ann.put(`${unit.path}/${own.unitId}`, { version, state: 'IN_USE' });
    for (const query of ['', '?filter[state][]=IN_USE', '?filter[state][]=EMPTY']) {
      const { data } = await own.ann.get<{ tabs: object }>(`${unit.path}/count-badges${query}`);
      expect(data.tabs, query).toEqual({ all: 2, inUse: 1, empty: 1 });
    }
  });

  it('answers the plan in one call, to those who may read units', async () => {
    const { data } = await ann.get<Record<'blocks' | 'floors' | 'units', Row[]>>(`${unit.path}/plan`);
    const { total } = (await ann.get<{ total: number }>(`${unit.path}/count-badges`)).data;
    expect(data.units).toHaveLength(total);
    expect(data.floors.find(one => one.id === site.floorId)).toMatchObject({ name: '12', order: 12 });
    expect(Object.keys(data.units[0] ?? {}).sort()).toEqual(
      ['id', 'version', 'code', 'blockId', 'floorId', 'state', 'buildStatus', 'handoverStatus'].sort(),
    );
    await site.allow({ MEMBER: ['read'] });
    expect((await site.carl.get(`${unit.path}/plan`)).status).toBe(403);
    await site.allow({ UNIT: ['read'] });
    expect((await site.carl.get(`${unit.path}/plan`)).status).toBe(200);
  });
});

describe('two people at one unit', () => {
  it('see each other’s change at once; who saves on an old version gets the new one', async () => {
    const live = await listen(server.url, ben.token);
    await live.ask('subscribe', { projectId: site.id, modules: ['UNIT'] });
    const { id } = await made({ bedrooms: 2 });
    await ann.put(`${unit.path}/${id}`, { version: 1, bedrooms: 3 });
    const event = await live.hear(one => one.entityId === id && one.action === 'update');
    expect(event.data).toMatchObject({ id, version: 2, bedrooms: 3 });
    const late = await ben.put(`${unit.path}/${id}`, { version: 1, bedrooms: 4, bathrooms: 2 });
    expect([late.status, late.code]).toEqual([409, 'DATA_STALE']);
    expect(late.error.data?.current).toMatchObject({ bedrooms: 3, version: 2 });
  });
});

it.each([
  ['12', 12],
  ['12A', 12.01],
  ['Tầng 05', 5],
  ['B2', -2],
  ['Hầm 1', -1],
  ['Trệt', 0],
  ['Tầng G', 0],
  ['Lửng', 0.5],
  ['Lầu 3', 3],
  ['Tầng hầm B2', -2],
  ['Hầm', -1],
  ['Áp mái', 297],
  ['Sân thượng', 298],
  ['Tum', 299],
  ['Hầm lửng', -0.5],
  ['LG', -0.5],
  ['UG', 0.25],
  ['Kỹ thuật', null],
])('floor %s stands at %s', (name, order) => {
  expect(orderIn(name)).toBe(order);
});
