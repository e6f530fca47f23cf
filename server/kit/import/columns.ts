import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { fold } from '@lobby/shared/kit/words.ts';
import { fail } from '../fail.ts';
import { text } from '../messages.ts';
import { lettersOf, type SheetRow, shown } from './cells.ts';

/** Title rows above the header are looked through this far. */
const TITLE_ROWS = 15;

/** Which field each column goes into, by the column's letters; null where it goes nowhere. */
export interface Column {
  column: string;
  header: string;
  field: string | null;
}

export interface Head {
  row: number;
  columns: Column[];
}

/** Fields that a spreadsheet can fill: all that people may give, but files. */
export const fillable = (definition: Definition): [string, Field][] =>
  Object.entries(definition.fields).filter(([, field]) => !field.readOnly && field.kind !== 'files');

export const labelOf = (language: Language, definition: Definition, name: string): string =>
  text(language, `${definition.name}.fields.${definition.fields[name]?.label ?? name}`);

const plain = (words: string) => fold(words).replace(/[^\p{L}\p{N}]+/gu, '');

/** Every name under which a field may stand in a header: its words in all languages, and its key. */
function namesOf(definition: Definition): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name] of fillable(definition))
    for (const word of [name, ...LANGUAGES.map(language => labelOf(language, definition, name))])
      if (!names.has(plain(word))) names.set(plain(word), name);
  return names;
}

/**
 * Finds the header, below whatever titles stand above it, and maps its columns; `given` maps columns by hand, to '' for none. Refuses a sheet
 * without rows below it: `IMPORT_EMPTY`.
 */
export function headOf(
  definition: Definition,
  rows: readonly SheetRow[],
  given: Readonly<Record<string, string>>,
): Head {
  if (rows.length === 0) return fail('IMPORT_EMPTY');
  const names = namesOf(definition);
  const known = (row: SheetRow) => row.cells.filter(cell => names.has(plain(shown(cell)))).length;
  const written = (row: SheetRow) => row.cells.filter(cell => shown(cell) !== '').length;
  const top = rows.slice(0, TITLE_ROWS);
  const most = Math.max(...top.map(known));
  // Headers in words of the building's own: the first row that is as wide as the table.
  const widest = Math.max(...top.map(written));
  const head = top.find(row => (most > 0 ? known(row) === most : written(row) === widest));
  if (!head) return fail('IMPORT_EMPTY');
  const taken = new Set(Object.values(given));
  const columns = head.cells.map((cell, n): Column => {
    const column = lettersOf(n);
    const found = names.get(plain(shown(cell))) ?? null;
    const field = given[column] ?? (found && !taken.has(found) ? found : null);
    if (field) taken.add(field);
    return { column, header: shown(cell), field: field || null };
  });
  if (rows.indexOf(head) === rows.length - 1) return fail('IMPORT_EMPTY');
  return { row: head.row, columns: columns.filter(({ header, field }) => header !== '' || field) };
}
