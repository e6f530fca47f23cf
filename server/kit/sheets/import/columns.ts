import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { type Speech, text, type WordingScope } from '../../base/messages.ts';
import { lettersOf } from '../sheet.ts';
import { type SheetRow, shown } from './cells.ts';
import { SYNONYMS } from './synonyms.ts';

/** Which field each column goes into, by the column's letters; null where it goes nowhere. */
export interface Column {
  column: string;
  header: string;
  field: string | null;
  /** The field was chosen for an earlier file with this heading. */
  kept: boolean;
  /** What the column tells of where records stand; it is compared, not stored. */
  state?: string;
}

/** Something in the file that is not read, said before anything is stored. */
export interface Notice {
  code: 'IMPORT_SHEET_LEFT' | 'IMPORT_COLUMN_REPEATED' | 'IMPORT_LINE_LEFT';
  params: Record<string, string | number>;
}

export interface Head {
  row: number;
  columns: Column[];
  notices: Notice[];
}

/** Fields that a spreadsheet can fill: all that people may give, but files. */
export const fillable = (definition: Definition): [string, Field][] =>
  Object.entries(definition.fields).filter(
    ([, field]) => !field.readOnly && field.kind !== 'files' && field.kind !== 'lines',
  );

export const labelOf = (speech: Speech, definition: Definition, name: string): string =>
  text(speech, `${definition.name}.fields.${definition.fields[name]?.label ?? name}`);

/** All ways to say something in a place: in each language in our words, and in those that the place has instead. */
export const saidIn = (place: WordingScope, say: (speech: Speech) => string): string[] =>
  LANGUAGES.flatMap(language => [say(language), say({ ...place, language })]);

/** The fields that tell where a record stands, which acts change and no spreadsheet does: its status, and flags that begin set or not. */
export const stateFields = (definition: Definition): string[] => [
  ...(definition.statuses ? ['status'] : []),
  ...Object.entries(definition.fields).flatMap(([name, field]) =>
    field.kind === 'flag' && field.readOnly && field.initial !== undefined ? [name] : [],
  ),
];

/** A heading without case, accents, signs and spaces. */
export const plainHeading = (words: string): string => fold(words).replace(/[^\p{L}\p{N}]+/gu, '');

/** The fields by every heading that means them: their words in all languages and in the place, their keys, and what buildings usually write. */
export function headingsOf(place: WordingScope, definition: Definition): Map<string, string> {
  const names = new Map<string, string>();
  const add = (words: readonly string[], name: string) => {
    for (const word of words.map(plainHeading)) if (!names.has(word)) names.set(word, name);
  };
  for (const [name] of fillable(definition))
    add([name, ...saidIn(place, speech => labelOf(speech, definition, name))], name);
  for (const [name] of fillable(definition)) add(SYNONYMS[name] ?? [], name);
  return names;
}

/** The state fields by every heading that means them. */
export function stateHeadings(place: WordingScope, definition: Definition): Map<string, string> {
  return new Map(
    stateFields(definition).flatMap(name =>
      [name, ...saidIn(place, speech => text(speech, `${definition.name}.fields.${name}`))].map(
        words => [plainHeading(words), name] as const,
      ),
    ),
  );
}

/** What people chose: columns by their letters, and headings by `plainHeading` as kept from earlier files; both to '' for none. */
export interface Chosen {
  map: Readonly<Record<string, string>>;
  kept: ReadonlyMap<string, string>;
}

/**
 * The columns below a header, first as people chose; `names` holds the fields by all known headings, the kept ones among them, `states` the
 * state fields.
 */
export function columnsOf(
  head: SheetRow,
  names: ReadonlyMap<string, string>,
  states: ReadonlyMap<string, string>,
  { map, kept }: Chosen,
): Column[] {
  const headings = head.cells.map(cell => plainHeading(shown(cell)));
  const taken = new Set(Object.values(map));
  const keptFields = new Set(headings.map(heading => kept.get(heading)));
  return head.cells.map((cell, n): Column => {
    const [column, heading = ''] = [lettersOf(n), headings[n]];
    const meant = names.get(heading) ?? '';
    // What was chosen for a heading goes before what another means by itself.
    const free = !taken.has(meant) && (kept.has(heading) || !keptFields.has(meant));
    const field = map[column] ?? (free ? meant : '');
    if (field) taken.add(field);
    const isKept = map[column] === undefined && kept.get(heading) === field;
    // Left out on purpose, it says nothing.
    const state = !field && map[column] === undefined && !kept.has(heading) ? states.get(heading) : undefined;
    return { column, header: shown(cell), field: field || null, kept: isKept, ...(state && { state }) };
  });
}
