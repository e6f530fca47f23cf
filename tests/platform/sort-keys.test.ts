import type { Definition } from '@lobby/shared/kit/definition.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const NAMES = ['Trịnh Gia', 'Đông Á', 'Dân An', 'Tạ Phát', 'Vạn Xuân', 'Điện lực 10', 'Điện lực 9', 'Em Co'];
const IN_ORDER = ['Dân An', 'Điện lực 9', 'Điện lực 10', 'Đông Á', 'Em Co', 'Tạ Phát', 'Trịnh Gia', 'Vạn Xuân'];
for (const [n, name] of NAMES.entries()) await ann.post(partner.path, { name, code: `P${n}`, type: 'SUPPLIER' });

/** All names of a list, page by page, each from the cursor of the one before. */
async function walk({ path, title }: Definition, sort: string): Promise<unknown[]> {
  const names: unknown[] = [];
  for (let after = ''; ; ) {
    const { data, headers } = await ann.get<Row[]>(`${path}?sort=${sort}&limit=3${after && `&after=${after}`}`);
    names.push(...data.map(row => row[title]));
    after = headers.get('X-Next-Cursor') ?? '';
    if (!after) return names;
  }
}

it('lists, pages, options and files are in the order of names', async () => {
  expect(await walk(partner, 'name')).toEqual(IN_ORDER);
  expect(await walk(partner, '-name')).toEqual(IN_ORDER.toReversed());
  const page = await ann.get<Row[]>(`${partner.path}?sort=name&limit=3&page=2`);
  expect(page.data.map(one => one.name)).toEqual(IN_ORDER.slice(3, 6));
  expect((await ann.get<Row[]>(`${partner.path}/options`)).data.map(one => one.name)).toEqual(IN_ORDER);
});

it('a new name takes its new place', async () => {
  const made = (await ann.post(partner.path, { name: 'Zá', code: 'Z1', type: 'OTHER' })).data;
  await ann.put(`${partner.path}/${made.id}`, { version: 1, name: 'Đại Á' });
  expect(await walk(partner, 'name')).toEqual([...IN_ORDER.slice(0, 1), 'Đại Á', ...IN_ORDER.slice(1)]);
  await ann.delete(`${partner.path}/${made.id}`);
});

it('residents go by their given names, letters with a mark of their own after those without', async () => {
  for (const name of ['Lê Thị Đào', 'Lê Văn Dũng', 'Ngô Ánh', 'Ngô An', 'Bùi Em', 'Trịnh Ân', 'Tạ Ân'])
    expect((await ann.post(resident.path, { name, unitId: site.unitId, role: 'MEMBER' })).status).toBe(201);
  const names = await walk(resident, 'sortName');
  expect(names.filter(name => String(name).includes(' '))).toEqual([
    'Ngô An',
    'Ngô Ánh',
    'Tạ Ân',
    'Trịnh Ân',
    'Lê Văn Dũng',
    'Lê Thị Đào',
    'Bùi Em',
  ]);
});
