import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { type Line, sheetOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann, unitId } = await makeSite(server.url, 'Alpha');
const { data: home } = await ann.get<Row>(`${unit.path}/${unitId}`);
const HEAD = ['Họ và tên', 'Căn hộ', 'Vai trò', 'CCCD', 'Ngày sinh', 'Ngày vào ở'];
const line = (birth: string | number, identifier: string, movedIn: number | null = null): Line => [
  'Lê Văn Năm',
  String(home.code),
  'MEMBER',
  identifier,
  birth,
  movedIn,
];

interface Preview {
  faults: { row: number; field: string; code: string }[];
  changes: { field: string; before: string; after: string }[];
}
const formOfLines = async (lines: Line[]) => formOf([{ name: 'a.xlsx', body: await sheetOf([HEAD, ...lines]) }]);
const look = async (...lines: Line[]) =>
  (await ann.post<Preview>(`${resident.path}/import/preview?existing=update`, await formOfLines(lines))).data;
const bring = async (...lines: Line[]) =>
  (await ann.post(`${resident.path}/import?existing=update`, await formOfLines(lines))).data;
const yearOf = async () =>
  (await ann.get<Row[]>(`${resident.path}?filter[q]=nam`)).data.find(({ name }) => name === 'Lê Văn Năm')?.birthYear;

it('a year alone is the year of birth, and no other day', async () => {
  const { faults } = await look(line(1985, '001093012346', 2020));
  expect(faults).toMatchObject([{ row: 2, field: 'movedInAt', code: 'DATE_YEAR_ONLY' }]);
  expect(await bring(line(1985, '001093012346'))).toMatchObject({ created: 1 });
  expect(await yearOf()).toBe(1985);
});

it('changes the year of who has no birthday, and says nothing of who has one that year', async () => {
  const { changes } = await look(line('1986', '001093012346'));
  expect(changes).toMatchObject([{ before: '1985', after: '1986' }]);
  expect(await bring(line('1986', '001093012346'))).toMatchObject({ updated: 1 });
  expect(await yearOf()).toBe(1986);
  expect(await bring(line('02/03/1987', '001093012346'))).toMatchObject({ updated: 1 });
  expect(await yearOf()).toBe(1987);
  expect(await look(line(1987, '001093012346'))).toMatchObject({ faults: [], changes: [] });
  const { faults } = await look(line(1988, '001093012346'));
  expect(faults).toMatchObject([{ field: 'birthday', code: 'DATE_YEAR_ONLY' }]);
});
