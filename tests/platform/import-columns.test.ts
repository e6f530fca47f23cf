import { partner } from '@lobby/shared/modules/partner.ts';
import { expect, it } from 'vitest';
import { formOf } from '../setup/contract/samples.ts';
import { type Line, sheetOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, type Site } from '../setup/world.ts';

const server = await startServer();
const alpha = await makeSite(server.url, 'Alpha');
const beta = await makeSite(server.url, 'Beta');

interface Preview {
  good: number;
  columns: { field: string | null; kept: boolean }[];
}
const fileOf = async (lines: Line[]) => formOf([{ name: 'a.xlsx', body: await sheetOf(lines) }]);
const look = async ({ ann }: Site, ...lines: Line[]) =>
  (await ann.post<Preview>(`${partner.path}/import/preview`, await fileOf(lines))).data;
const bring = async ({ ann }: Site, map: string, ...lines: Line[]) =>
  (await ann.post(`${partner.path}/import?${map}`, await fileOf(lines))).status;

it('goes where its columns went the last time, in this building alone', async () => {
  const head = ['Đơn vị thi công', 'Ký hiệu', 'Nhóm việc', 'Code', 'Cột', 'Cột'];
  const row = (n: number) => [`Thợ ${n}`, `T${n}`, 'OTHER', 'x', 'y', '0912345678'];
  const map = 'map[A]=name&map[B]=code&map[C]=type&map[D]=&map[E]=&map[F]=phone';
  expect(await bring(alpha, map, head, row(1))).toBe(201);
  const { good, columns } = await look(alpha, head, row(2));
  expect(good).toBe(1);
  expect(columns.map(({ field, kept }) => [field, kept])).toEqual([
    ['name', true],
    ['code', true],
    ['type', true],
    [null, true],
    // Nobody can tell which of two columns with one heading was meant.
    [null, false],
    [null, false],
  ]);
  const fields = (await look(beta, head, row(3))).columns.map(({ field }) => field);
  expect(fields).toEqual([null, null, null, 'code', null, null]);
});

it('goes as its headings mean again when that is chosen', async () => {
  const head = ['Name', 'Code', 'Type'];
  expect(await bring(beta, 'map[A]=code&map[B]=name', head, ['A1', 'A2', 'OTHER'])).toBe(201);
  const turned = await look(beta, head, ['A3', 'A4', 'OTHER']);
  expect(turned.columns.map(({ field, kept }) => [field, kept])).toEqual([
    ['code', true],
    ['name', true],
    ['type', false],
  ]);
  expect(await bring(beta, 'map[A]=name&map[B]=code', head, ['A5', 'A6', 'OTHER'])).toBe(201);
  const again = await look(beta, head, ['A7', 'A8', 'OTHER']);
  expect(again.columns.map(({ field, kept }) => [field, kept])).toEqual([
    ['name', false],
    ['code', false],
    ['type', false],
  ]);
});
