import { users } from '@lobby/server/platform/auth/users.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const own = `/unit-group/${site.id}`;
const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==';
const last = async () => (await ann.get<Row[]>('/activity/list?filter[module][]=UNIT_GROUP&limit=1')).data[0];
const set = async (values: object) => {
  const { data } = await ann.get<Row>(`${own}/settings`);
  expect((await ann.put(own, { version: data.version, ...values })).status).toBe(200);
};

it('tells which settings of a project were changed, from what to what', async () => {
  await set({ timeZone: 'Asia/Tokyo', features: { SMS: true }, logo: PNG, forbiddenWords: ['một', 'hai'] });
  expect(await last()).toMatchObject({
    entity: 'project',
    action: 'update',
    before: { timeZone: 'Asia/Ho_Chi_Minh', SMS: false, logo: null },
    after: { timeZone: 'Asia/Tokyo', SMS: true, logo: 'PNG · 1 kB', forbiddenWords: 'một\nhai' },
  });
});

it('tells the words that were changed, and what was said before', async () => {
  const put = (version: number, languages: object) => ann.put('/dictionary/own', { version, languages });
  const texts = { 'kit:form.save': 'Ghi lại' };
  expect((await put(0, { vi: { words: { unit: { one: 'nhà' } }, texts } })).status).toBe(200);
  const first = await last();
  expect(first).toMatchObject({ action: 'update', record: null });
  expect([first?.before, first?.after]).toEqual([
    { words: 'VI · căn hộ\nVI · Lưu' },
    { words: 'VI · nhà\nVI · Ghi lại' },
  ]);
  expect((await put(1, { vi: { words: {}, texts } })).status).toBe(200);
  expect([(await last())?.before, (await last())?.after]).toEqual([{ words: 'VI · nhà' }, { words: 'VI · căn hộ' }]);
});

it('tells each building of a change of the look that it has', async () => {
  await users().updateOne({ _id: ann.userId }, { $set: { admin: true } as object });
  const { data: label } = await ann.post<Row>('/white-label/own', { name: 'Alpha Homes' });
  expect(await last()).toMatchObject({ after: { whiteLabel: 'Alpha Homes' } });
  const { id: _id, buildings: _buildings, may: _may, keeper: _keeper, ...values } = label;
  expect((await ann.put('/white-label/own', { ...values, accent: '#0055aa', logo: PNG })).status).toBe(200);
  expect(await last()).toMatchObject({
    entity: 'white-label',
    actor: { name: 'Ann' },
    before: { accent: null, logo: null },
    after: { accent: '#0055aa', logo: 'PNG · 1 kB' },
  });
});

it('goes into the sheet in the words of the screens', async () => {
  const rows = await rowsOfSheet((await ann.file('/activity/export?filter[module][]=UNIT_GROUP')).body);
  const told = rows.map(row => row.slice(5));
  expect(told).toContainEqual(['Text messages', 'No', 'Yes']);
  expect(told).toContainEqual(['Time zone', 'Asia/Ho_Chi_Minh', 'Asia/Tokyo']);
  expect(told).toContainEqual(['Accent colour', '', '#0055aa']);
});
