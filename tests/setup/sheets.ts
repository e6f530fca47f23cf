import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { definitionOf } from '@lobby/shared/modules/index.ts';
import ExcelJS from 'exceljs';
import type { Caller } from './caller.ts';

/** The rows of the first sheet of a workbook, as texts; the first row is the header. */
export async function rowsOfSheet(body: Buffer): Promise<string[][]> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength) as ArrayBuffer);
  const rows: string[][] = [];
  book.worksheets[0]?.eachRow(row => {
    const cells: string[] = [];
    row.eachCell({ includeEmpty: true }, cell => cells.push(cell.text));
    rows.push(cells);
  });
  return rows;
}

/** A workbook of one sheet with these rows. */
export async function sheetOf(rows: readonly (readonly (string | number | null)[])[]): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Rows').addRows(rows.map(row => [...row]));
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** A workbook with these values of a definition's fields, as a person would fill it: records by their names, days as DD/MM/YYYY. */
export async function bookOf(
  who: Caller,
  definition: Definition,
  rows: readonly Record<string, unknown>[],
): Promise<Buffer> {
  const fields = Object.entries(definition.fields).filter(([, field]) => !field.readOnly && field.kind !== 'files');
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Rows');
  sheet.addRow(fields.map(([name]) => name));
  const known = new Map<string, Promise<Cell>>();
  for (const values of rows) {
    const cells = [];
    for (const [name, field] of fields) {
      const key = `${name} ${JSON.stringify(values[name])}`;
      const cell = known.get(key) ?? cellOf(who, field, values[name]);
      known.set(key, cell);
      cells.push(await cell);
    }
    sheet.addRow(cells);
  }
  return Buffer.from(await book.xlsx.writeBuffer());
}

type Cell = string | number | boolean | null;

async function cellOf(who: Caller, field: Field, value: unknown): Promise<Cell> {
  if (field.kind === 'ref' || field.kind === 'refs') {
    const ids = [value].flat().filter(Boolean);
    if (ids.length === 0) return null;
    const query = ids.map(id => `ids[]=${id}`).join('&');
    const { data } = await who.get<{ name: string }[]>(`${definitionOf(field.to).path}/options?${query}`);
    return data.map(({ name }) => name).join(', ');
  }
  if (field.kind === 'date' && typeof value === 'string') return value.split('-').reverse().join('/');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
