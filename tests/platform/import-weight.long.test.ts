import { label } from '@lobby/shared/modules/label.ts';
import { expect, it } from 'vitest';
import { BAD_FILES, contentOf, LYING_BOOK } from '../attack/bad-files.ts';
import { HEAVY_BOOKS } from '../attack/heavy-books.ts';
import { formOf } from '../setup/contract/samples.ts';
import { sheetOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann } = await makeSite(server.url, 'Alpha');
const preview = (body: Buffer) => ann.post(`${label.path}/import/preview`, formOf([{ name: 'a.xlsx', body }]));

it.each([...HEAVY_BOOKS, LYING_BOOK].map(file => [file.what, file] as const))(
  'refuses %s before it has taken 2 s or 100 MB',
  { timeout: 60_000 },
  async (_, file) => {
    const body = contentOf(file);
    expect(body.length).toBeLessThan(1_000_000);
    // The first preview loads the reader, outside of the measurement.
    expect((await preview(await sheetOf([['Name'], ['x']]))).status).toBe(200);
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const begun = performance.now();
    const { status, code } = await preview(body);
    const seconds = (performance.now() - begun) / 1000;
    clearInterval(watch);
    expect([status, code]).toEqual([422, file === LYING_BOOK ? 'FILE_NOT_READABLE' : 'IMPORT_TOO_HEAVY']);
    expect(seconds).toBeLessThan(2);
    expect((most - before) / 1024 / 1024).toBeLessThan(100);
  },
);

it.each(BAD_FILES.filter(({ what }) => what.includes('macros')).map(file => [file.what, file] as const))(
  'refuses %s, in an import and as a file',
  async (_, file) => {
    const form = formOf([{ name: file.name, body: contentOf(file) }]);
    for (const path of [`${label.path}/import/preview`, '/upload'])
      expect((await ann.post(path, form)).code).toBe('FILE_TYPE_NOT_ALLOWED');
  },
);
