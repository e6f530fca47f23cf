import { db } from '@lobby/server/kit/database/database.ts';
import { fileCollection } from '@lobby/server/kit/files/file-store.ts';
import { seal } from '@lobby/server/kit/privacy/personal.ts';
import { collectionOf, type Stored } from '@lobby/server/kit/store/schema.ts';
import { rebuildKeys } from '@lobby/server/kit/store/search-keys.ts';
import { visibleTexts } from '@lobby/server/migrations/2026-11-23-visible-texts.ts';
import { projectCollection } from '@lobby/server/platform/projects/projects.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { stored } from '../setup/records.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;

const write = (definition: Definition, id: string, set: Record<string, unknown>) =>
  db().collection<Stored>(collectionOf(definition)).updateOne({ _id: id }, { $set: set });

it('takes nothing that nobody sees, in titles, messages and names of files', async () => {
  const unseen = await ann.post<Row>(label.path, { name: '\u3164\u200b', shortName: 'X', type: 'UNIT' });
  expect([unseen.status, unseen.error.data?.fields]).toMatchObject([400, { name: { code: 'REQUIRED' } }]);
  const asked = { title: '\u202eKhoá\u200b cửa', content: `a\ud800${'\u0301'.repeat(30)}`, unitId: site.unitId };
  const { data } = await ann.post<Row>(ticket.path, asked);
  expect(await stored(ticket, data.id)).toMatchObject({ title: 'Khoá cửa', content: `á${'\u0301'.repeat(4)}` });
  const form = new FormData();
  form.append('files', new Blob(['%PDF-1.4\n%%EOF']), 'hoa\u202efdp.exe\u200b.pdf');
  const files = await ann.post<{ name: string }[]>('/upload', form);
  expect(files.data[0]?.name).toBe('hoafdp.exe.pdf');
});

it('takes them out of what is stored: found again, one of two alike unique, sealed values too', async () => {
  const labels = [];
  for (const [n, name] of ['Một', 'Hai'].entries())
    labels.push((await ann.post<Row>(label.path, { name, shortName: `S${n}`, type: 'UNIT' })).data);
  const [one, two] = labels.map(({ id }) => id);
  if (!one || !two) throw new Error('no labels');
  await write(label, one, { name: 'Gó\u200bc hồ', 'uniq.name': 'go\u200bc ho', keys: ['go', 'c', 'ho'] });
  await write(label, two, { name: 'Góc\u2060 hồ', 'uniq.name': 'goc\u2060 ho', keys: [] });
  const person = await ann.post<Row>(resident.path, { name: 'Lê An', unitId: site.unitId, role: 'MEMBER' });
  const address = seal(site.id, 'Số 1\u202e, Sen Hồ', person.data.id);
  await write(resident, person.data.id, { contactAddress: address });
  await db()
    .collection<{ _id: string }>(fileCollection.name)
    .insertOne({ _id: 'old', name: 'a\u202efdp.exe' } as never);
  await visibleTexts.run();
  await visibleTexts.run();
  expect(await stored(label, one)).toMatchObject({ name: 'Góc hồ', uniq: { name: 'UNIT góc hồ' } });
  expect(await stored(label, two)).toMatchObject({ name: 'Góc hồ', uniq: { name: 'goc\u2060 ho' } });
  const found = await ann.get<Row[]>(`${label.path}?filter[q]=goc`);
  expect(found.data.map(({ id }) => id).sort()).toEqual([one, two].sort());
  const { data } = await ann.put<{ values: Row }>(`${resident.path}/${person.data.id}/reveal`, {});
  expect(data.values.contactAddress).toBe('Số 1, Sen Hồ');
  expect(await db().collection<{ _id: string }>(fileCollection.name).findOne({ _id: 'old' })).toMatchObject({
    name: 'afdp.exe',
  });
});

it('finds by the cleaned name what refers to it, and cleans what is no record of a module', async () => {
  const person = await ann.post<Row>(resident.path, { name: 'Phùng Dạ', unitId: site.unitId, role: 'MEMBER' });
  const asked = { title: 'Khoá', content: 'Kẹt.', unitId: site.unitId, residentId: person.data.id };
  const { data: request } = await ann.post<Row>(ticket.path, asked);
  await write(resident, person.data.id, { name: 'Phù\u200bng Dạ', keys: ['phu', 'ng', 'da'] });
  await write(ticket, request.id, { keys: ['phu', 'ng', 'da'] });
  const hotlines = [{ name: 'Bảo\u00ad vệ', phone: '0912 345 678' }];
  await db().collection<{ _id: string }>(projectCollection.name).updateOne({ _id: site.id }, { $set: { hotlines } });
  await visibleTexts.run();
  await rebuildKeys();
  const found = await ann.get<Row[]>(`${ticket.path}?filter[q]=phung`);
  expect(found.data.map(({ id }) => id)).toEqual([request.id]);
  expect(await db().collection<{ _id: string }>(projectCollection.name).findOne({ _id: site.id })).toMatchObject({
    hotlines: [{ name: 'Bảo vệ', phone: '0912 345 678' }],
  });
});
