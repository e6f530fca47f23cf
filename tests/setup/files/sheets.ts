import { read, utils, type WorkSheet, write } from '@e965/xlsx';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { definitionOf } from '@lobby/shared/modules/index.ts';
import type { Caller } from '../caller.ts';

/** Non-empty rows of a workbook's first sheet as texts, header included. */
export async function rowsOfSheet(body: Buffer): Promise<string[][]> {
  return (await sheetsOf(body))[0] ?? [];
}

/** The same for all sheets. */
export async function sheetsOf(body: Buffer): Promise<string[][][]> {
  const { SheetNames, Sheets } = read(body);
  return SheetNames.flatMap(name => {
    const sheet = Sheets[name];
    const read = { header: 1, raw: false, defval: '', blankrows: false } as const;
    return sheet ? [utils.sheet_to_json<string[]>(sheet, read)] : [];
  });
}

export type Line = readonly (string | number | boolean | Date | null)[];

/** A workbook with these sheets; `change` modifies the first one. */
export function workbookOf(
  sheets: Readonly<Record<string, readonly Line[]>>,
  change: (sheet: WorkSheet) => void = () => {},
): Buffer {
  const book = utils.book_new();
  for (const [n, [name, lines]] of Object.entries(sheets).entries()) {
    const sheet = utils.aoa_to_sheet(
      lines.map(line => [...line]),
      { UTC: true },
    );
    if (n === 0) change(sheet);
    utils.book_append_sheet(book, sheet, name);
  }
  return write(book, { type: 'buffer', compression: true });
}

/** A workbook with a single sheet. */
export const sheetOf = async (rows: readonly Line[]): Promise<Buffer> => workbookOf({ Rows: rows });

/** A workbook with values of a definition as a person would enter them: references by name, days as DD/MM/YYYY. */
export async function bookOf(
  who: Caller,
  definition: Definition,
  rows: readonly Record<string, unknown>[],
): Promise<Buffer> {
  const fields = Object.entries(definition.fields).filter(
    ([, field]) => !field.readOnly && field.kind !== 'files' && field.kind !== 'lines',
  );
  const lines: Cell[][] = [fields.map(([name]) => name)];
  const known = new Map<string, Promise<Cell>>();
  for (const values of rows) {
    const cells = [];
    for (const [name, field] of fields) {
      const key = `${name} ${JSON.stringify(values[name])}`;
      const cell = known.get(key) ?? cellOf(who, field, values[name]);
      known.set(key, cell);
      cells.push(await cell);
    }
    lines.push(cells);
  }
  return sheetOf(lines);
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
