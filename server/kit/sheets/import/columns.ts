import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Field, isListed } from '@lobby/shared/kit/fields.ts';
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

/** Fields that a spreadsheet can fill: all that people may give, but files and what its module leaves out. */
export function fillable({ fields, imports }: Definition): [string, Field][] {
  const left = typeof imports === 'object' ? (imports.leaves ?? []) : [];
  return Object.entries(fields).filter(
    ([name, field]) =>
      !field.readOnly && !left.includes(name) && field.kind !== 'files' && (field.kind !== 'lines' || isListed(field)),
  );
}

export const labelOf = (speech: Speech, definition: Definition, name: string): string =>
  text(speech, `${definition.name}.fields.${definition.fields[name]?.label ?? name}`);

/** All ways to say something in a place: in each language in our words, and in those that the place has instead. */
export const saidIn = (place: WordingScope, say: (speech: Speech) => string): string[] =>
  LANGUAGES.flatMap(language => [say(language), say({ ...place, language })]);

const isState = (field: Field): boolean =>
  Boolean(field.readOnly && (field.state || (field.kind === 'flag' && field.initial !== undefined)));

/** The words of what tells where a record stands, which acts change and no spreadsheet does: its status, such fields, and inputs of its acts. */
const stateWords = ({ name, statuses, fields, imports }: Definition): [string, string][] => {
  const own = Object.entries(fields).flatMap(([one, field]) => (isState(field) ? [one] : []));
  const asked = typeof imports === 'object' ? (imports.acts ?? []) : [];
  return [
    ...[...(statuses ? ['status'] : []), ...own].map((one): [string, string] => [one, `${name}.fields.${one}`]),
    ...asked.map((one): [string, string] => [one, `${name}.inputs.${one}`]),
  ];
};

/** A heading without case, accents, signs and spaces. */
export const plainHeading = (words: string): string => fold(words).replace(/[^\p{L}\p{N}]+/gu, '');

/** The field that a heading means; what stands in brackets after it, such as a unit of money, is passed over where it is nobody's. */
export const meantBy = (names: ReadonlyMap<string, string>, words: string): string | undefined =>
  names.get(plainHeading(words)) ?? names.get(plainHeading(words.replace(/\s*[([][^)\]]*[)\]]\s*\*?\s*$/u, '')));

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
    stateWords(definition).flatMap(([name, words]) =>
      [name, ...saidIn(place, speech => text(speech, words))].map(words => [plainHeading(words), name] as const),
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
    const meant = meantBy(names, shown(cell)) ?? '';
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
