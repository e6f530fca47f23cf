import { resident } from '@lobby/shared/modules/resident.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { sheetOf } from '../setup/files/sheets.ts';
import { rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, carl } = site;
const { path } = resident;
const PHONE = '0917774242';

const probes = (by: string) =>
  rowsIn('events').find({ projectId: site.id, action: 'probe', 'actor.id': carl.id, 'after.by': by }).toArray();

beforeAll(async () => {
  await site.allow({ MEMBER: ['read', 'write', 'export'] });
  const body = { name: 'Đặng Thị Mai', unitId: site.unitId, role: 'MEMBER', phone: PHONE };
  expect((await ann.post(path, body)).status).toBe(201);
});

describe('who may not read personal data', () => {
  it('searches by digits so often an hour, and each is in the activity', async () => {
    const at = (n: number) => carl.get<Row[]>(`${path}?filter[q]=${String(1000 + n)}`);
    expect((await carl.get<Row[]>(`${path}?filter[q]=4242`)).data).toHaveLength(1);
    for (let n = 1; n < 30; n++) expect((await at(n)).status).toBe(200);
    const refused = await at(30);
    expect([refused.status, refused.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect((await carl.get(`${path}?filter[q]=0917770000`)).status).toBe(429);
    // A repeated search tells nothing new, and names are no numbers.
    expect((await at(3)).status).toBe(200);
    expect((await carl.get<Row[]>(`${path}?filter[q]=mai`)).data).toHaveLength(1);
    expect((await carl.get<Row[]>(`/search?q=${PHONE}`)).data).toEqual([]);
    const rows = await probes('search');
    expect(rows).toHaveLength(30);
    expect(rows[0]).toMatchObject({ module: 'MEMBER', after: { by: 'search', fields: ['phone', 'phone2'], count: 1 } });
    // Ids and keys of an event are made by chance and may hold the four digits.
    expect(JSON.stringify(rows.map(({ before, after, row }) => [before, after, row]))).not.toContain('4242');
    for (let n = 0; n < 40; n++) expect((await ann.get(`${path}?filter[q]=${2000 + n}`)).status).toBe(200);
    const { data } = await ann.get<Row[]>('/activity/list?limit=100');
    expect(data.map(one => one.action)).toContain('probe');
  });

  it('is not told by an import which of many values exist', async () => {
    const sheet = (count: number) =>
      sheetOf([
        ['name', 'unitId', 'role', 'phone'],
        ...Array.from({ length: count }, (_, n) => [`Người ${n}`, 'AA-12.08', 'MEMBER', `091777${4240 + n}`]),
      ]);
    const preview = async (who: typeof ann, count: number, existing = 'refuse') =>
      (
        await who.post<{ faults: Row[]; updated: number }>(
          `${path}/import/preview?existing=${existing}`,
          formOf([{ name: 'a.xlsx', body: await sheet(count) }]),
        )
      ).data;
    const few = await preview(carl, 8);
    expect(few.faults).toMatchObject([{ row: 4, field: 'phone', code: 'RESIDENT_PHONE_EXISTS' }]);
    for (const existing of ['refuse', 'update']) {
      const many = await preview(carl, 60, existing);
      expect(many.faults).toMatchObject([{ row: 1, field: 'phone', code: 'IMPORT_PERSONAL_TAKEN', value: '' }]);
      expect(many.updated).toBe(0);
    }
    expect((await preview(ann, 60)).faults).toMatchObject([{ row: 4, code: 'RESIDENT_PHONE_EXISTS' }]);
    // The row says another name: which of the two is meant is asked.
    const others = await preview(ann, 60, 'update');
    expect([others.updated, others.faults]).toMatchObject([
      0,
      [{ row: 4, field: 'phone', code: 'IMPORT_OTHER_PERSON' }],
    ]);
    for (let n = 3; n < 10; n++) await preview(carl, 20);
    const form = formOf([{ name: 'a.xlsx', body: await sheet(20) }]);
    for (const part of ['/preview', '/marked', ''])
      expect((await carl.post(`${path}/import${part}`, form)).status).toBe(429);
    expect((await probes('import')).map(row => (row.after as Row).count)).toContain(60);
  });

  it('is told by a form a few times that another has a value', async () => {
    const make = (who: typeof ann, phone: string) =>
      who.post(path, { name: 'Thử Một Số', unitId: site.unitId, role: 'MEMBER', phone });
    for (let n = 0; n < 10; n++) expect((await make(carl, PHONE)).code).toBe('RESIDENT_PHONE_EXISTS');
    expect((await make(carl, PHONE)).status).toBe(429);
    expect((await make(carl, '0917770001')).status).toBe(201);
    expect((await probes('form')).length).toBe(10);
    const { data } = await make(ann, '0917770002');
    let [version, tries] = [data.version, 0];
    for (; tries < 40; tries++) {
      const answer = await carl.put(`${path}/${data.id}`, { version, phone: `09177711${10 + tries}` });
      if (answer.status === 429) break;
      ({ version } = answer.data);
    }
    expect(tries).toBeGreaterThanOrEqual(30);
    expect(tries).toBeLessThan(35);
  });
});
