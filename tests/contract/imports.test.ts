import { MODULES } from '@lobby/shared/modules/index.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { isProved } from '../setup/proved.ts';
import { formOf, samplesOf } from '../setup/samples.ts';
import { startServer } from '../setup/server.ts';
import { bookOf, rowsOfSheet } from '../setup/sheets.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const samples = samplesOf(site);
const { ann } = site;
const imported = MODULES.filter(one => one.imports);

it('is offered by some', () => expect(imported.length).toBeGreaterThan(0));

describe.each(imported.filter(isProved).map(one => [one.name, one] as const))('%s', (_, definition) => {
  it('comes from a spreadsheet as it comes from a form, and goes out again', async () => {
    const values = [await samples.input(definition.fields), await samples.input(definition.fields)];
    const form = formOf([{ name: 'rows.xlsx', body: await bookOf(ann, definition, values) }]);
    const preview = await ann.post<{ good: number; faults: unknown[] }>(`${definition.path}/import/preview`, form);
    expect([preview.data.faults, preview.data.good]).toEqual([[], 2]);
    const before = new Set((await rows()).map(one => one.id));
    expect((await ann.post(`${definition.path}/import`, form)).data).toMatchObject({ created: 2 });
    const made = (await rows()).filter(one => !before.has(one.id));
    expect(made).toHaveLength(2);
    const titles = made.map(one => one[definition.title]);
    if (!definition.fields[definition.title]?.readOnly)
      expect(titles.sort()).toEqual(values.map(one => one[definition.title]).sort());
    const sheet = await rowsOfSheet((await ann.file(`${definition.path}/export`)).body);
    for (const title of titles) expect(sheet.flat()).toContain(title);
  });

  it('names the fault of each cell, and stores nothing then', async () => {
    const good = await samples.input(definition.fields);
    const [field = ''] = Object.entries(definition.fields).find(([, one]) => one.required) ?? [];
    const body = await bookOf(ann, definition, [good, { ...good, [field]: null }]);
    const form = formOf([{ name: 'rows.xlsx', body }]);
    const { data } = await ann.post<{ faults: Row[] }>(`${definition.path}/import/preview`, form);
    expect(data.faults).toContainEqual(expect.objectContaining({ row: 3, field, code: 'REQUIRED' }));
    const count = (await rows()).length;
    expect((await ann.post(`${definition.path}/import`, form)).code).toBe('IMPORT_HAS_FAULTS');
    expect(await rows()).toHaveLength(count);
  });

  const rows = async () => (await ann.get<Row[]>(`${definition.path}?limit=100`)).data;
});
