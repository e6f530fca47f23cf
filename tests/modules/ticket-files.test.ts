import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CFB, utils, write } from '@e965/xlsx';
import { sweepFiles } from '@lobby/server/kit/files/file-store.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { announcement } from '@lobby/shared/modules/announcement.ts';
import { document } from '@lobby/shared/modules/document.ts';
import { folder } from '@lobby/shared/modules/folder.ts';
import { room } from '@lobby/shared/modules/room.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hugePng, zipOf } from '../attack/bad-files.ts';
import type { Row } from '../setup/caller.ts';
import { formOf, png, samplesOf } from '../setup/contract/samples.ts';
import { deskOf } from '../setup/house/desk.ts';
import { rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, type Person } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const desk = deskOf(site);
const { ann, ben, dora } = site;

type Info = Row & { name: string; type: string; size: number; url: string; thumbUrl: string | null };
const MB = 1024 * 1024;
const samples = samplesOf(site);
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');
const send = (files: { name: string; body: Buffer }[], who: Person = ann, field?: string) =>
  who.post<Info[]>('/upload', formOf(files, field));
const one = async (name: string, body: Buffer, who: Person = ann) => {
  const answer = await send([{ name, body }], who);
  const [info] = answer.data ?? [];
  return { answer, info };
};

describe('an upload', () => {
  it('is told by its content, and answered with links for its reader', async () => {
    const { answer, info } = await one('Ảnh hỏng.png', await png());
    expect(answer.status).toBe(201);
    expect(info).toMatchObject({ name: 'Ảnh hỏng.png', type: 'image/png', size: expect.any(Number) });
    const [file, thumb] = [await ann.file(info?.url ?? ''), await ann.file(info?.thumbUrl ?? '')];
    expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    expect([thumb.status, thumb.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    expect(file.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(file.headers.get('X-Content-Type-Options')).toBe('nosniff');
    const pdf = await one('Biên bản.pdf', PDF);
    expect(pdf.info).toMatchObject({ type: 'application/pdf', thumbUrl: null });
    expect((await ann.file(pdf.info?.url ?? '')).headers.get('Content-Disposition')).toContain('inline');
  });

  it('of a picture is made anew: no metadata, no second content', async () => {
    const jpeg = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .jpeg()
      .toBuffer();
    const poisoned = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]);
    expect(poisoned.toString('latin1')).toContain('SECRET-PLACE');
    const { info } = await one('a.jpg', poisoned);
    const { body } = await ann.file(info?.url ?? '');
    expect(body.toString('latin1')).not.toMatch(/SECRET-PLACE|<script>/);
    expect((await sharp(body).metadata()).width).toBe(40);
  });

  it.each([
    ['a program called a picture', 'a.png', Buffer.from('MZ\u0090\u0000\u0003 not a picture at all, really')],
    ['a page called a picture', 'a.png', Buffer.from('<html><script>alert(1)</script></html>')],
    [
      'a drawing with a script',
      'a.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ],
    ['an archive called a document', 'a.pdf', zipOf([{ name: 'a.txt', body: Buffer.from('x') }])],
    ['an animation', 'a.gif', Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;')],
    ['nothing', 'a.png', Buffer.alloc(0)],
    ['plain text', 'a.txt', Buffer.from('words')],
  ])('of %s is refused', async (_, name, body) => {
    const { answer } = await one(name, body);
    expect([answer.status, answer.code]).toEqual([422, 'FILE_TYPE_NOT_ALLOWED']);
  });

  it.each([
    ['one that claims 30,000 x 30,000 pixels', hugePng(30_000), 'PICTURE_TOO_LARGE'],
    [
      'one that breaks off',
      Buffer.from('89504e470d0a1a0a0000000d4948445200000008000000080802', 'hex'),
      'FILE_NOT_READABLE',
    ],
  ])('of a broken picture is refused: %s', async (_, body, code) => {
    const { answer } = await one('a.png', body);
    expect([answer.status, answer.code]).toEqual([422, code]);
  });

  it('is of pictures of 5 MB, other files of 20 MB, 25 MB in all and five files', async () => {
    const pdf = (megabytes: number) => ({ name: 'a.pdf', body: Buffer.concat([PDF, Buffer.alloc(megabytes * MB)]) });
    const picture = Buffer.concat([await png(), Buffer.alloc(5 * MB)]);
    for (const files of [[pdf(20)], [pdf(13), pdf(13)], [{ name: 'a.png', body: picture }]]) {
      const answer = await send(files);
      expect([answer.status, answer.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    }
    expect((await send([pdf(19)])).data[0]?.size).toBeGreaterThan(19 * MB);
    const smaller = Buffer.concat([await png(), Buffer.alloc(4 * MB)]);
    expect((await send([{ name: 'a.png', body: smaller }])).status).toBe(201);
    const six = await send(Array.from({ length: 6 }, () => ({ name: 'a.pdf', body: PDF })));
    expect([six.status, six.error.data?.fields?.files?.code]).toEqual([400, 'TOO_MANY']);
    expect((await send(Array.from({ length: 5 }, () => ({ name: 'a.pdf', body: PDF })))).data).toHaveLength(5);
    const none = await send([]);
    expect([none.status, none.error.data?.fields?.files?.code]).toEqual([400, 'REQUIRED']);
    const stray = await send([{ name: 'a.pdf', body: PDF }], ann, 'file');
    expect([stray.status, stray.error.data?.fields?.file?.code]).toEqual([400, 'UNKNOWN_FIELD']);
  });

  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['..\\..\\windows\\a.pdf', 'a.pdf'],
    ['a".pdf', 'a_.pdf'],
    [`${'x'.repeat(400)}.pdf`, `${'x'.repeat(146)}.pdf`],
  ])('called %j keeps only a name', async (name, kept) => {
    const form = new FormData();
    form.append('files', new File([new Uint8Array(PDF)], name));
    const answer = await ann.post<Info[]>('/upload', form);
    // The form encoding may turn a quote into `%22`.
    expect(answer.data[0]?.name.replace('%22', '_')).toBe(kept);
  });

  it('that cannot be read is refused', async () => {
    const form = new FormData();
    form.append('files', new File([new Uint8Array(PDF)], 'a\u0000b.pdf'));
    const type = { 'Content-Type': 'multipart/form-data; boundary=x' };
    for (const answer of [
      await ann.post('/upload', form),
      await ann.post(
        '/upload',
        '--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\nhalf',
        type,
      ),
      await ann.post('/upload', 'nonsense', { 'Content-Type': 'multipart/form-data' }),
    ])
      expect([answer.status, answer.code]).toEqual([400, 'MALFORMED_BODY']);
    const json = await ann.post('/upload', { files: [1] });
    expect([json.status, json.error.data?.fields?.files?.code]).toEqual([400, 'REQUIRED']);
  });
});

it('what nothing refers to for longer than a draft lives is removed, what something does is not', async () => {
  const [kept, left] = [await one('a.png', await png()), await one('b.png', await png())];
  await desk.open({ images: [kept.info?.id] });
  expect(await sweepFiles(new Date(Date.now() + 30 * DAY_MS))).toBe(0);
  const links = [kept, left].map(({ info }) => info?.url ?? '');
  await sweepFiles(new Date(Date.now() + 32 * DAY_MS));
  expect(await Promise.all(links.map(async url => (await ann.file(url)).status))).toEqual([200, 404]);
});

describe('a link', () => {
  it('opens its file alone, as it was signed', async () => {
    const [a, b] = [await one('a.png', await png()), await one('b.png', await png())];
    const url = a.info?.url ?? '';
    for (const forged of [
      url.replace(/sig=[^&]+/, 'sig=x'),
      url.replace(/until=\d+/, 'until=99999999999'),
      url.replace(a.info?.id ?? '', b.info?.id ?? ''),
      url.replace('/file?', '/thumb?'),
      url.replace(/for=\w+/, `for=${ben.userId}`),
    ])
      expect((await ann.file(forged)).status, forged).toBe(403);
    expect((await ann.file(url.split('?')[0] ?? '')).status).toBe(400);
  });
});

it('an upload of which one file is refused leaves none behind', async () => {
  const inStore = () => readdirSync(join(server.dir, 'files', site.id)).length;
  const known = () => rowsIn('files').countDocuments({ projectId: site.id });
  const before = [inStore(), await known()];
  const bad = Buffer.from('MZ no picture');
  const files = [
    { name: 'a.png', body: await png() },
    { name: 'b.pdf', body: PDF },
    { name: 'c.png', body: bad },
  ];
  expect((await send(files)).code).toBe('FILE_TYPE_NOT_ALLOWED');
  expect([inStore(), await known()]).toEqual(before);
});

describe('files of Office before 2007', () => {
  const container = (...names: string[]) => {
    const box = CFB.utils.cfb_new();
    for (const name of names) CFB.utils.cfb_add(box, `/${name}`, Buffer.alloc(5000, 1));
    return Buffer.from(CFB.write(box, { type: 'buffer' }) as Uint8Array);
  };

  it.each([
    ['a.doc', 'application/msword', () => container('WordDocument', '1Table')],
    [
      'a.xls',
      'application/vnd.ms-excel',
      () => write(utils.book_new(utils.aoa_to_sheet([['x']])), { type: 'buffer', bookType: 'biff8' }),
    ],
  ] as const)('%s are taken as %s, and given as they are called', async (name, type, body) => {
    const { answer, info } = await one(name, body());
    expect([answer.status, info?.type]).toEqual([201, type]);
    const read = await ann.file(info?.url ?? '');
    expect(read.headers.get('Content-Disposition')).toContain(`attachment; filename="${name}"`);
  });

  it.each([
    ['macros', () => container('WordDocument', 'Macros/VBA/dir')],
    ['macros of a workbook', () => container('Workbook', '_VBA_PROJECT_CUR/VBA/dir')],
    ['something else', () => container('Other')],
    ['nothing but its head', () => Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ] as const)('that hold %s are refused', async (_, body) => {
    expect((await one('a.doc', body())).answer.code).toBe('FILE_TYPE_NOT_ALLOWED');
  });

  it('and photographs in HEIC that cannot be read are refused in plain words', async () => {
    const heic = Buffer.concat([
      Buffer.from('00000018', 'hex'),
      Buffer.from('ftypheic\0\0\0\0mif1heic'),
      Buffer.alloc(64),
    ]);
    const { answer } = await one('a.heic', heic);
    expect([answer.status, answer.code]).toEqual([422, 'FILE_HEIC']);
    expect(answer.error.message).toContain('JPG');
  });
});

describe('a record', () => {
  it('has 7 MB of files; a document of its own has more', async () => {
    const sent = async (megabytes: number) =>
      (await one('a.pdf', Buffer.concat([PDF, Buffer.alloc(megabytes * MB)]))).info?.id ?? '';
    const made = await desk.open({ attachments: [await sent(4)] });
    const add = async (version: number, ...ids: string[]) =>
      ann.put(`${desk.path}/${made.id}`, {
        version,
        attachments: [...(made.attachments as Info[]).map(({ id }) => id), ...ids],
      });
    const refused = await add(1, await sent(4));
    expect([refused.status, refused.code]).toEqual([422, 'FILES_TOO_LARGE']);
    expect(refused.error.data?.fields?.attachments?.message).toContain('7 MB');
    expect((await add(1, await sent(2))).status).toBe(200);
    // What a mail takes along is refused as what a mail may hold; a file of a room has a limit of its own.
    const drafts = announcement.path;
    const body = { ...(await samples.input(announcement.fields)), attachments: [await sent(4), await sent(4)] };
    const heavy = await ann.post(drafts, body);
    expect([heavy.status, heavy.code]).toEqual([422, 'EMAIL_CAPACITY_EXCEEDED']);
    expect(heavy.error.data?.fields?.attachments?.message).toContain('7 MB');
    const talk = `${room.path}/${(await samples.record(room)).id}/messages`;
    const larger = await ann.post(talk, { content: 'Plan', attachments: [await sent(5.5)] });
    expect([larger.status, larger.code]).toEqual([422, 'FILE_TOO_LARGE']);
    expect(larger.error.data?.fields?.attachments?.message).toContain('5 MB');
    expect((await ann.post(talk, { content: 'Plan', attachments: [await sent(4)] })).status).toBe(201);
    const folders = await samples.record(folder);
    const large = { folderId: folders.id, name: 'Large', file: [await sent(15)] };
    expect(
      (await ann.post(document.path, { ...large, ...(await samples.input(document.fields)), ...large })).status,
    ).toBe(201);
  });

  it('refers only to one’s own uploads, of the project, once', async () => {
    const upload = async (who: Person) => (await one('a.png', await png(), who)).info?.id ?? '';
    const [mine, bens, doras, foreign] = [
      await upload(ann),
      await upload(ben),
      await upload(dora),
      await upload(other.ann),
    ];
    const make = (id: string, who: Person = ann) =>
      who.post(desk.path, { title: 'T', content: 'C', ...(who === ann && { unitId: site.unitId }), images: [id] });
    for (const id of [bens, doras, foreign, 'f'.repeat(24)]) {
      const answer = await make(id);
      expect([answer.status, answer.error.data?.fields?.images?.code]).toEqual([422, 'REFERENCE_NOT_FOUND']);
    }
    expect((await make(mine)).status).toBe(201);
    expect((await make(mine)).status).toBe(422);
    expect((await make(doras, dora)).status).toBe(201);
  });

  it('keeps its files through an edit, and takes pictures only where pictures belong', async () => {
    const [first, second, paper] = [
      await one('a.png', await png()),
      await one('b.png', await png()),
      await one('c.pdf', PDF),
    ];
    const id = (given: typeof first) => given.info?.id ?? '';
    const made = await desk.open({ images: [id(first)], attachments: [id(paper)] });
    const edited = await ann.put(`${desk.path}/${made.id}`, { version: 1, images: [id(second), id(first)] });
    expect((edited.data.images as Info[]).map(image => image.id)).toEqual([id(second), id(first)]);
    const wrong = await ann.put(`${desk.path}/${made.id}`, { version: 2, images: [id(paper)] });
    expect([wrong.status, wrong.error.data?.fields?.images?.code]).toEqual([422, 'REFERENCE_NOT_FOUND']);
    const another = await one('d.pdf', PDF);
    const answer = await ann.put(`${desk.path}/${made.id}`, { version: 2, images: [id(another)] });
    expect([answer.status, answer.error.data?.fields?.images?.code]).toEqual([422, 'FILE_TYPE_NOT_ALLOWED']);
  });
});
