import { files } from '@lobby/server/kit/files/file-store.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import type { Permissions } from '@lobby/shared/kit/permissions.ts';
import { document } from '@lobby/shared/modules/document.ts';
import { folder } from '@lobby/shared/modules/folder.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf, png } from '../setup/contract/samples.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, type Person } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const { ann, ben, carl, dora, emil } = site;

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');
type Info = Row & { name: string; type: string; url: string };
type Doc = Row & { file: Info[]; edition: number; name: string; folderId: string };
interface Version {
  edition: number;
  note: string | null;
  restored: number | null;
  author: string;
  file: Info;
}

let n = 0;
async function upload(name = 'a.pdf', body: Buffer = PDF, who: Person = ann): Promise<string> {
  return (await who.post<Info[]>('/upload', formOf([{ name, body }]))).data[0]?.id ?? '';
}
async function shelf(parentId: string | null = null, who: Person = ann): Promise<string> {
  const made = await who.post(folder.path, { name: `Shelf ${++n}`, parentId });
  expect(made.status).toBe(201);
  return made.data.id;
}
async function keep(values: Record<string, unknown> = {}): Promise<Doc> {
  const given = { name: `Paper ${++n}`, folderId: await shelf(), file: [await upload()], ...values };
  const made = await ann.post<Doc>(document.path, given);
  expect([made.status, made.text]).toEqual([201, made.text]);
  return made.data;
}
const read = async (id: string, who: Person = ann) => (await who.get<Doc>(`${document.path}/${id}`)).data;
const versions = async (id: string) => (await ann.get<Version[]>(`${document.path}/${id}/versions`)).data;
const open = async (url: string | undefined) => (await ann.file(url ?? '')).status;

describe('folders', () => {
  it('stand one inside another, and none inside itself', async () => {
    const top = await shelf();
    const low = await shelf(top);
    for (const into of [top, low]) {
      const answer = await ann.put(`${folder.path}/${top}`, { version: 1, parentId: into });
      expect([answer.status, answer.code]).toEqual([422, 'FOLDER_IN_ITSELF']);
    }
    await keep({ folderId: low });
    const tree = (await ann.get<Row[]>(`${folder.path}/tree`)).data;
    expect(tree.filter(({ id }) => id === top || id === low)).toMatchObject([
      { parentId: null, count: 0 },
      { parentId: top, count: 1 },
    ]);
  });

  it('have a name of their own among their sisters', async () => {
    const [a, b] = [await shelf(), await shelf()];
    const name = 'Biên bản';
    const first = await ann.post(folder.path, { name, parentId: a });
    expect((await ann.post(folder.path, { name, parentId: b })).status).toBe(201);
    expect((await ann.post(folder.path, { name: 'BIÊN  BẢN', parentId: a })).code).toBe('FOLDER_EXISTS');
    const moved = await ann.put(`${folder.path}/${first.data.id}`, { version: 1, parentId: b });
    expect([moved.status, moved.code]).toEqual([409, 'FOLDER_EXISTS']);
  });

  it('are removed when they are empty, and say of many which stay', async () => {
    const [empty, full] = [await shelf(), await shelf()];
    await keep({ folderId: full });
    const inside = await shelf(full);
    const { data } = await ann.put<{ done: string[]; refused: Row[] }>(`${folder.path}/delete-multi`, {
      ids: [inside, full, empty],
    });
    expect(data).toMatchObject({ done: [inside, empty], refused: [{ id: full, code: 'IN_USE' }] });
  });
});

describe('a document', () => {
  it('tells of its file, which must be there', async () => {
    const doc = await keep({ file: [await upload('Nội quy.pdf')] });
    expect(doc).toMatchObject({ type: 'PDF', size: PDF.length, edition: 1, audience: 'STAFF' });
    const without = await ann.post(document.path, { name: 'x', folderId: doc.folderId, file: [] });
    expect([without.status, Object.keys(without.error.data?.fields ?? {})]).toEqual([400, ['file']]);
    const stolen = await ben.post(document.path, { name: 'x', folderId: doc.folderId, file: [await upload()] });
    expect(stolen.code).toBe('REFERENCE_NOT_FOUND');
    const twice = await ann.post(document.path, {
      name: doc.name.toUpperCase(),
      folderId: doc.folderId,
      file: [await upload()],
    });
    expect([twice.status, twice.code]).toEqual([409, 'DOCUMENT_EXISTS']);
  });

  it('keeps every version with who and why, and returns to one', async () => {
    const doc = await keep();
    const second = await ann.put<Doc>(`${document.path}/${doc.id}/new-version`, {
      version: doc.version,
      file: [await upload('b.png', await png())],
      note: 'Sửa điều 4',
    });
    expect(second.data).toMatchObject({ edition: 2, type: 'IMAGE' });
    const third = await ann.put<Doc>(`${document.path}/${doc.id}`, {
      version: second.data.version,
      file: [await upload()],
    });
    expect(third.data.edition).toBe(3);
    const back = await ben.put<Doc>(`${document.path}/${doc.id}/restore-version`, {
      version: third.data.version,
      edition: 2,
    });
    expect([back.status, back.data.edition, back.data.file[0]?.id]).toEqual([200, 4, second.data.file[0]?.id]);
    expect(await versions(doc.id)).toMatchObject([
      { edition: 4, restored: 2, author: 'Ben', file: { type: 'image/png' } },
      { edition: 3, restored: null, author: 'Ann' },
      { edition: 2, note: 'Sửa điều 4', author: 'Ann' },
      { edition: 1, note: null },
    ]);
    const newest = await ann.put(`${document.path}/${doc.id}/restore-version`, {
      version: back.data.version,
      edition: 4,
    });
    expect([newest.status, newest.code]).toEqual([409, 'DOCUMENT_VERSION_IS_NEWEST']);
    const stale = await ann.put(`${document.path}/${doc.id}/restore-version`, { version: doc.version, edition: 1 });
    expect([stale.status, stale.code]).toEqual([409, 'STATUS_CHANGED']);
    const done = (await ann.get<{ action: string }[]>(`${document.path}/${doc.id}/activities`)).data;
    expect(done.map(({ action }) => action)).toEqual(['restore-version', 'update', 'new-version', 'create']);
  });

  it('of two who bring a new version at once one wins', async () => {
    const doc = await keep();
    const bring = async (who: Person) =>
      who.put(`${document.path}/${doc.id}/new-version`, { version: 1, file: [await upload('a.pdf', PDF, who)] });
    const answers = await Promise.all([bring(ann), bring(ben)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await versions(doc.id)).map(({ edition }) => edition)).toEqual([2, 1]);
  });

  it('moves to another folder, where its name must be free', async () => {
    const doc = await keep({ name: 'Hợp đồng' });
    const there = await keep({ name: 'HỢP ĐỒNG' });
    const refused = await ann.put(`${document.path}/${doc.id}/move`, { folderId: there.folderId });
    expect([refused.status, refused.code]).toEqual([409, 'DOCUMENT_EXISTS']);
    const free = await shelf();
    expect((await ann.put<Doc>(`${document.path}/${doc.id}/move`, { folderId: free })).data.folderId).toBe(free);
    expect(
      (await ann.post(document.path, { name: 'Hợp đồng', folderId: doc.folderId, file: [await upload()] })).status,
    ).toBe(201);
  });

  it('comes back from its removal with its versions', async () => {
    const doc = await keep();
    const { data } = await ann.delete(`${document.path}/${doc.id}`);
    expect((await ann.get(`${document.path}/${doc.id}/versions`)).status).toBe(404);
    expect(await open(doc.file[0]?.url)).toBe(404);
    expect((await ann.put(`${document.path}/${doc.id}/restore`, { version: data.version })).status).toBe(200);
    expect(await versions(doc.id)).toHaveLength(1);
    expect(await open(doc.file[0]?.url)).toBe(200);
  });

  it('is found by any word of its name, folder and description, without accents', async () => {
    const words = Array.from({ length: 90 }, (_, at) => `từ${at}`).join(' ');
    const doc = await keep({ name: 'Quy định gửi xe', description: `${words} hầm B2 dành cho xe đạp điện` });
    for (const q of ['gui xe', 'quy dinh', 'dap dien']) {
      const { data } = await ann.get<Row[]>(`${document.path}?filter[q]=${encodeURIComponent(q)}`);
      expect(data.map(({ id }) => id)).toContain(doc.id);
      const found = (await ann.get<(Row & { entity: string })[]>(`/search?q=${encodeURIComponent(q)}`)).data;
      expect(found.some(({ entity, id }) => entity === 'document' && id === doc.id)).toBe(true);
    }
  });
});

describe('residents', () => {
  const share = (id: string, input: Record<string, unknown>) => ann.put<Doc>(`${document.path}/${id}/share`, input);
  const sees = async (who: Person, id: string) => {
    const [one, list] = [await who.get(`${document.path}/${id}`), await who.get<Row[]>(`${document.path}?limit=100`)];
    const listed = list.data.some(row => row.id === id);
    expect(one.status).toBe(listed ? 200 : 404);
    return listed;
  };

  it('see what is shared with all, their block or their unit, and nothing else', async () => {
    const doc = await keep();
    const seenBy = async () => [await sees(dora, doc.id), await sees(emil, doc.id), await sees(other.dora, doc.id)];
    expect(await seenBy()).toEqual([false, false, false]);
    await share(doc.id, { audience: 'UNITS', unitIds: [site.unitId] });
    expect(await seenBy()).toEqual([true, false, false]);
    await share(doc.id, { audience: 'UNITS', unitIds: [], blockIds: [site.blockId] });
    expect(await seenBy()).toEqual([true, true, false]);
    await share(doc.id, { audience: 'RESIDENTS' });
    expect(await seenBy()).toEqual([true, true, false]);
    const empty = await share(doc.id, { audience: 'UNITS', blockIds: [], unitIds: [] });
    expect([empty.status, empty.error.data?.fields?.unitIds?.code]).toEqual([400, 'AUDIENCE_EMPTY']);
  });

  it('get it without what is the staff’s, and cannot change it', async () => {
    const doc = await keep({ audience: 'RESIDENTS', unitIds: [site.otherUnitId] });
    const mine = await read(doc.id, dora);
    for (const hidden of ['audience', 'unitIds', 'blockIds']) expect(mine).not.toHaveProperty(hidden);
    expect(mine.file).toHaveLength(1);
    expect((await dora.get(`${document.path}?filter[audience][]=RESIDENTS`)).status).toBe(400);
    expect((await dora.put(`${document.path}/${doc.id}`, { version: 1, name: 'x' })).status).toBe(403);
    expect((await dora.get(`${document.path}/${doc.id}/versions`)).status).toBe(403);
    expect((await dora.get(folder.path)).status).toBe(403);
  });

  it('open the newest file alone, and none from the moment it is not shared with them', async () => {
    const doc = await keep({ audience: 'RESIDENTS' });
    const first = (await read(doc.id, dora)).file[0]?.url;
    expect(await open(first)).toBe(200);
    const next = { version: 1, file: [await upload()] };
    const { data } = await ann.put<Doc>(`${document.path}/${doc.id}/new-version`, next);
    const second = (await read(doc.id, dora)).file[0]?.url;
    const staffs = (await versions(doc.id)).map(({ file }) => file.url);
    expect([await open(first), await open(second)]).toEqual([404, 200]);
    expect(await Promise.all(staffs.map(open))).toEqual([200, 200]);
    await share(doc.id, { audience: 'UNITS', unitIds: [site.otherUnitId] });
    expect(await open(second)).toBe(404);
    expect(await open((await read(doc.id, emil)).file[0]?.url)).toBe(200);
    expect(data.edition).toBe(2);
  });

  it('of a unit are shown to the staff with what they see', async () => {
    const [all, own, staff] = [
      await keep({ audience: 'RESIDENTS' }),
      await keep({ audience: 'UNITS', unitIds: [site.unitId] }),
      await keep(),
    ];
    const { data } = await ann.get<Row[]>(`${document.path}/of-unit/${site.unitId}`);
    const there = data.map(({ id }) => id);
    expect([all, own, staff].map(({ id }) => there.includes(id))).toEqual([true, true, false]);
    expect((await other.ann.get(`${document.path}/of-unit/${site.unitId}`)).status).toBe(404);
  });
});

it('a link of staff ends with their right to read documents', async () => {
  const doc = await keep();
  const rights: Permissions = { DOCUMENT: ['read'] };
  await site.allow(rights);
  const url = (await read(doc.id, carl)).file[0]?.url;
  expect(await open(url)).toBe(200);
  await site.allow({});
  await expect.poll(() => open(url)).toBe(404);
});

it.each([
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\temp\\a.pdf', 'a.pdf'],
  ['\u202Efdp.exe', 'fdp.exe.pdf'],
  ['<script>alert(1)</script>.pdf', 'script_.pdf'],
  ['.htaccess', 'htaccess.pdf'],
  ["Nội quy 'mới'.pdf", "Nội quy 'mới'.pdf"],
])('a file that comes as %s goes as %s', async (given, said) => {
  const { version } = (await ann.get<Row>(`${unit.path}/${site.unitId}`)).data;
  const kept = { version, attachments: [await upload(given)] };
  const { data } = await ann.put<{ attachments: FileInfo[] }>(`${unit.path}/${site.unitId}`, kept);
  const { headers } = await ann.file(data.attachments[0]?.url ?? '');
  const sent = headers.get('Content-Disposition') ?? '';
  expect(decodeURIComponent(sent.split("UTF-8''")[1] ?? '')).toBe(said);
  expect(sent).toMatch(/^inline; filename="[ -~]+"; filename\*=UTF-8''[\w%.~-]+$/);
  expect((await files().findOne({ _id: data.attachments[0]?.id ?? '' }))?.of).toEqual({
    entity: 'unit',
    id: site.unitId,
  });
});

it('a document goes as it is called, whatever its file was', async () => {
  const doc = await keep({ name: 'Nội quy 2026', file: [await upload('scan0001.pdf')] });
  const goesAs = async () => {
    const { headers } = await ann.file((await read(doc.id)).file[0]?.url ?? '');
    return decodeURIComponent((headers.get('Content-Disposition') ?? '').split("UTF-8''")[1] ?? '');
  };
  expect(await goesAs()).toBe('Nội quy 2026.pdf');
  const { version } = (await ann.get<Row>(`${document.path}/${doc.id}`)).data;
  await ann.put(`${document.path}/${doc.id}`, { version, name: 'Nội quy toà nhà' });
  expect(await goesAs()).toBe('Nội quy toà nhà.pdf');
});
