import { namesIn } from '@lobby/server/kit/sheets/import/check-rows.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann, unitId } = await makeSite(server.url, 'Alpha');

it.each([
  ['a, b;c\nd', ['a', 'b', 'c', 'd']],
  ['"Kỹ thuật, điện", Bảo vệ', ['Kỹ thuật, điện', 'Bảo vệ']],
  ['"Tổ ""A""; tối"', ['Tổ "A"; tối']],
  ['Căn 2" nước', ['Căn 2" nước']],
  [' , ;', []],
])('%j are the names %j', (cell, names) => {
  expect(namesIn(cell)).toEqual(names);
});

it('texts go out as they are written, names that hold what parts names among them, and come in the same', async () => {
  const names = ['Ưu tiên, cao', '- 5 độ', '_x0041_ và =1', 'Tầng "G"; sảnh'];
  const labelIds = [];
  for (const [n, name] of names.entries())
    labelIds.push((await ann.post<Row>(label.path, { name, shortName: `T${n}`, type: 'UNIT' })).data.id);
  const set = await ann.put<Row>(`${unit.path}/${unitId}`, { version: 1, labelIds, name: '-12 m² ban công' });
  expect(set.status, set.text).toBe(200);
  const shown = await rowsOfSheet((await ann.file(`${label.path}/export`)).body);
  for (const name of names) expect(shown.flat()).toContain(name);
  const { body } = await ann.file(`${unit.path}/export`);
  const form = formOf([{ name: 'u.xlsx', body: Buffer.from(body) }]);
  const { data } = await ann.post<Row>(`${unit.path}/import/preview?existing=update`, form);
  expect(data).toMatchObject({ faults: [], created: 0, updated: 0 });
});
