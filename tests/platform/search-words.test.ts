import { maskWords, mayBe } from '@lobby/server/kit/privacy/search-words.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const TYPED = ['0977 123 987', 'an.nguyen@example.test', 'Nguyễn Thị An', 'VN8877665', '9871'];
const inDatabase = async () =>
  JSON.stringify(
    await rowsIn('events')
      // An id or a time may end in the digits that are looked for.
      .find({ projectId: site.id, action: 'export' }, { projection: { _id: 0, after: 1 } })
      .toArray(),
  );

it.each([
  ['0977 123 987', '••• ••• •••'],
  ['an@example.test', 'a•••@•••'],
  ['Nguyễn Thị An', 'N••• T••• A•••'],
  ['A-12.08 An', 'A-12.08 A•••'],
  ['YC-2611-00482', 'YC-2611-00482'],
  ['VN8877665', '•••'],
  ['', ''],
])('%j is kept as %j', (typed, kept) => {
  expect(maskWords(typed)).toBe(kept);
});

it('masked words go with the person whose they may have been', () => {
  expect(mayBe('N••• A•••', ['Nguyễn Thị An', '+84977123987'])).toBe(true);
  expect(mayBe('•••', ['Nguyễn Thị An'])).toBe(true);
  expect(mayBe('N••• X•••', ['Nguyễn Thị An'])).toBe(false);
});

it('an export is remembered without what was searched for in plain, of any module', async () => {
  for (const path of [resident.path, ticket.path])
    for (const q of TYPED)
      expect((await ann.file(`${path}/export?filter[q]=${encodeURIComponent(q)}`)).status).toBe(200);
  const text = await inDatabase();
  expect(text).toContain('N••• T••• A•••');
  for (const q of TYPED) for (const word of q.split(' ')) expect(text, word).not.toContain(`${word}"`);
  const { data } = await ann.get<Row[]>('/activity/list?limit=100');
  expect(JSON.stringify(data)).not.toMatch(/nguyen@|0977/);
});
