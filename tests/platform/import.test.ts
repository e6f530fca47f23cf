import { readFileSync } from 'node:fs';
import { read, utils, write } from '@e965/xlsx';
import { readBook } from '@lobby/server/kit/sheets/import/read-book.ts';
import { meaningOf } from '@lobby/server/kit/sheets/import/values.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { describe, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { type Line, rowsOfSheet, sheetOf } from '../setup/files/sheets.ts';
import { countOf } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const { ann, dora } = site;

interface Preview {
  rows: number;
  good: number;
  headerRow: number;
  columns: { column: string; header: string; field: string | null }[];
  faults: { row: number; column: string; field: string; code: string; value: string; message: string }[];
}
const send = <T = Row>(who: Caller, part: string, body: Buffer, headers: Record<string, string> = {}) =>
  who.post<T>(`/label/import${part}`, formOf([{ name: 'labels.xlsx', body }]), headers);
const HEAD = ['Tên nhãn', 'Tên ngắn', 'Dùng cho', 'Nhóm', 'Màu'];
const lines = (count: number, word: string): Line[] =>
  Array.from({ length: count }, (_, n) => [`${word} ${n}`, `${word}${n}`, 'Căn hộ', null, 'Đỏ']);

describe.each(['xlsx', 'xls'])('a workbook that LibreOffice saved as .%s', kind => {
  it('is read below its titles: dates, numbers, formulas, trailing blanks', async () => {
    const body = readFileSync(new URL(`./sheets/residents.${kind}`, import.meta.url));
    const [{ rows } = { rows: [] }] = await readBook(body, new AbortController().signal);
    expect(rows.map(row => row.row)).toEqual([1, 2, 4, 5, 6, 7, 9]);
    const { cells } = rows[3] ?? { cells: [] };
    expect(cells.slice(1, 6)).toEqual(['A-12.05', 912345678, { day: '1985-04-30' }, '079085001234', 72.5]);
    expect(rows[5]?.cells.slice(3, 6)).toEqual([33055, 'B1234567', 145]);
  });
});

describe('a cell', () => {
  const day: Field = { kind: 'date' };
  const phone: Field = { kind: 'phone' };
  const number: Field = { kind: 'decimal' };
  const paper: Field = { kind: 'identifier' };
  const flag: Field = { kind: 'flag' };
  it.each([
    ['a day as a date', day, { day: '1985-04-30' }, '1985-04-30'],
    ['a day as people write it', day, '1/2/1990', '1990-02-01'],
    ['a day with dots', day, '01.02.1990', '1990-02-01'],
    ['a day from another system', day, '1990-02-01T00:00:00', '1990-02-01'],
    ['a day as its serial number', day, 33055, '1990-07-01'],
    ['a month', { kind: 'month' }, '11/2026', '2026-11'],
    ['a phone that lost its 0', phone, 912345678, '0912345678'],
    ['a phone with its country', phone, 84912345678, '84912345678'],
    ['a phone as text', phone, '0912 345 678', '0912 345 678'],
    ['an identifier that lost its 0', paper, 79085001234, '079085001234'],
    ['an identifier as text', paper, 'B1234567', 'B1234567'],
    ['thousands with dots', number, '1.234.567', 1234567],
    ['a fraction with a comma', number, '72,5', 72.5],
    ['both signs', number, '1.072,25', 1072.25],
    ['both signs the other way', number, '1,072.25', 1072.25],
    ['an area with its unit', number, '72,5 m²', 72.5],
    ['what a spreadsheet makes of 72.1', number, 72.09999999999999, 72.1],
    ['a yes', flag, 'Có', true],
    ['a cross', flag, 'x', true],
    ['a no', flag, 'Không', false],
    ['a number as text', { kind: 'text', max: 10 }, 101, '101'],
    ['what our export kept from being a formula', { kind: 'text', max: 10 }, "'-5", '-5'],
  ] as [string, Field, never, unknown][])('holds %s', (_, field, cell, value) => {
    expect(meaningOf(field, cell, new Map())).toEqual({ value });
  });
  it.each([
    ['a day of words', day, 'tomorrow', 'DATE_INVALID'],
    ['a number of words', number, 'large', 'TYPE_INVALID'],
    ['a fault of the spreadsheet', number, { fault: '#REF!' }, 'INVALID'],
    ['a flag of words', flag, 'perhaps', 'CHOICE_INVALID'],
  ] as [string, Field, never, string][])('is refused with %s', (_, field, cell, code) => {
    expect(meaningOf(field, cell, new Map())).toEqual({ error: { code } });
  });
});

describe('an import', () => {
  it('begins with a template that can be filled and sent as it is', async () => {
    const { body } = await ann.file('/label/import/template');
    const book = read(body);
    const first = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
    utils.sheet_add_aoa(first, [['From the template', 'TPL', 'Căn hộ', null, 'Đỏ']], { origin: 'A2' });
    const filled: Buffer = write(book, { type: 'buffer' });
    const { data } = await send<Preview>(ann, '/preview', filled);
    expect([data.rows, data.good, data.faults]).toEqual([1, 1, []]);
    expect((await send(ann, '', filled)).data).toMatchObject({ created: 1 });
  });

  it('maps columns by any of five languages, below titles, and by hand', async () => {
    const body = await sheetOf([['List of labels'], [], ['Name', 'short name', 'Kind of mine'], ['A', 'B', 'UNIT']]);
    const { data } = await send<Preview>(ann, '/preview', body);
    expect([data.headerRow, data.columns.map(column => column.field)]).toEqual([3, ['name', 'shortName', null]]);
    expect(data.faults).toMatchObject([{ row: 4, field: 'type', code: 'REQUIRED', column: null }]);
    const mapped = await send<Preview>(ann, '/preview?map[C]=type', body);
    expect([mapped.data.good, mapped.data.faults]).toEqual([1, []]);
    expect((await send(ann, '/preview?map[C]=color2', body)).status).toBe(400);
  });

  it('tells each fault by its row and cell, in the reader’s language, and takes nothing', async () => {
    const before = await countOf(label, site.id);
    await send(ann, '', await sheetOf([HEAD, ['Taken', 'TAKEN', 'Căn hộ']]));
    const body = await sheetOf([
      HEAD,
      ['Good', 'GOOD', 'Căn hộ', null, 'Đỏ'],
      ['taken', 'T2', 'Căn hộ'],
      ['Twice', 'TW', 'Căn hộ'],
      ['TWICE', 'TW2', 'Căn hộ'],
      [null, 'NONAME', 'Căn hộ'],
      ['Wrong kind', 'WK', 'Sao Hoả', 'No such group', 'Đỏ'],
    ]);
    const { data } = await send<Preview>(ann, '/preview', body);
    expect([data.rows, data.good]).toEqual([6, 2]);
    expect(data.faults.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'A', 'ALREADY_EXISTS'],
      [5, 'A', 'REPEATED'],
      [6, 'A', 'REQUIRED'],
      [7, 'C', 'CHOICE_INVALID'],
      [7, 'D', 'IMPORT_NAME_UNKNOWN'],
    ]);
    expect(data.faults[3]?.value).toBe('Sao Hoả');
    const refused = await send(ann, '', body);
    expect([refused.status, refused.code, refused.error.data?.count]).toEqual([422, 'IMPORT_HAS_FAULTS', 4]);
    expect(await countOf(label, site.id)).toBe(before + 1);
    const marked = await rowsOfSheet((await ann.file('/label/import/marked', formOf([{ name: 'a.xlsx', body }]))).body);
    expect(marked[0]?.at(-1)).toBe('Errors');
    expect(marked[2]).toEqual(expect.arrayContaining(['taken', expect.stringContaining('already')]));
  });

  it('makes all rows with an entry each, and one event for all', async () => {
    const body = await sheetOf([HEAD, ...lines(30, 'many')]);
    const key = { 'Idempotency-Key': 'import-many' };
    const both = await Promise.all([send(ann, '', body, key), send(ann, '', body, key)]);
    expect(both.map(one => [one.status, one.data.created])).toEqual(Array(2).fill([201, 30]));
    expect((await send(ann, '', await sheetOf([HEAD, ...lines(1, 'else')]), key)).code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await countOf(label, site.id, { name: /^many / })).toBe(30);
    const found = await ann.get<Row[]>('/label?filter[q]=many7');
    expect(found.data).toHaveLength(1);
    const entries = await ann.get<Row[]>(`/label/${found.data[0]?.id}/activities`);
    expect(entries.data).toMatchObject([{ action: 'import', actor: { name: 'Ann' } }]);
  });

  it('takes 5,000 rows within five seconds each way, and no more', async () => {
    const body = await sheetOf([HEAD, ...lines(5000, 'mass')]);
    const begun = performance.now();
    expect((await send<Preview>(ann, '/preview', body)).data.good).toBe(5000);
    const seen = performance.now();
    expect((await send(ann, '', body)).data).toMatchObject({ created: 5000 });
    console.log(`5,000 rows, ms: preview ${Math.round(seen - begun)}, import ${Math.round(performance.now() - seen)}`);
    const more = await send(ann, '/preview', await sheetOf([HEAD, ...lines(5001, 'more')]));
    expect([more.status, more.code]).toEqual([422, 'IMPORT_TOO_MANY_ROWS']);
  });

  it('brings an export back as it was', async () => {
    await send(
      other.ann,
      '',
      await sheetOf([HEAD, ['=1+1', '-DASH', 'Phiếu thu', null, 'Tím'], ['Đèn', 'ĐÈN', 'Căn hộ']]),
    );
    const { body } = await other.ann.file('/label/export');
    const there = await rowsOfSheet(body);
    const third = await makeSite(server.url, 'Gamma');
    const back = await send<Preview>(third.ann, '/preview', body);
    expect(back.data.faults).toEqual([]);
    await send(third.ann, '', body);
    const again = await rowsOfSheet((await third.ann.file('/label/export')).body);
    const own = (rows: string[][]) => rows.map(row => row.slice(0, 5).join('|')).sort();
    expect(own(again)).toEqual(own(there));
  });

  it.each([
    ['text', Buffer.from('name,short\na,b\n'), 'FILE_TYPE_NOT_ALLOWED'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'FILE_TYPE_NOT_ALLOWED'],
    ['a broken archive', Buffer.from('504b0304000000000000', 'hex'), 'FILE_NOT_READABLE'],
    [
      'macros',
      Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from('xl/vbaProject.bin')]),
      'FILE_TYPE_NOT_ALLOWED',
    ],
  ])('refuses %s by its content', async (_, body, code) => {
    expect((await send(ann, '/preview', body)).code).toBe(code);
  });

  it('refuses a sheet without rows, and no file at all', async () => {
    expect((await send(ann, '/preview', await sheetOf([HEAD]))).code).toBe('IMPORT_EMPTY');
    expect((await send(ann, '/preview', await sheetOf([]))).code).toBe('IMPORT_EMPTY');
    expect((await ann.post('/label/import/preview', new FormData())).status).toBe(400);
  });

  it('is for who may write', async () => {
    expect((await send(dora, '', await sheetOf([HEAD, ...lines(1, 'no')]))).status).toBe(403);
  });
});
