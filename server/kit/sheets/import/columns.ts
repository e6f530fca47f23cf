import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Field, isListed } from '@lobby/shared/kit/fields.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { type Speech, text, type WordingScope } from '../../base/messages.ts';
import { lettersOf } from '../sheet.ts';
import { type SheetRow, shown } from './cells.ts';
import { SYNONYMS } from './synonyms.ts';

/** Target field of each column; null if it is ignored. */
export interface Column {
  column: string;
  header: string;
  field: string | null;
  /** The field was chosen by hand for an earlier file with this header. */
  kept: boolean;
  /** The state that the column describes; it is compared, not stored. */
  state?: string;
}

/** Part of the file that is ignored, reported before anything is stored. */
export interface Notice {
  code: 'IMPORT_SHEET_LEFT' | 'IMPORT_COLUMN_REPEATED' | 'IMPORT_LINE_LEFT';
  params: Record<string, string | number>;
}

export interface Head {
  row: number;
  columns: Column[];
  notices: Notice[];
}

/** Fields that an import can fill: all editable ones, except files and those the module excludes. */
export function fillable({ fields, imports }: Definition): [string, Field][] {
  const left = typeof imports === 'object' ? (imports.leaves ?? []) : [];
  return Object.entries(fields).filter(
    ([name, field]) =>
      !field.readOnly && !left.includes(name) && field.kind !== 'files' && (field.kind !== 'lines' || isListed(field)),
  );
}

export const labelOf = (speech: Speech, definition: Definition, name: string): string =>
  text(speech, `${definition.name}.fields.${definition.fields[name]?.label ?? name}`);

/** Wordings of something in all languages, built-in and of the project. */
export const saidIn = (place: WordingScope, say: (speech: Speech) => string): string[] =>
  LANGUAGES.flatMap(language => [say(language), say({ ...place, language })]);

const isState = (field: Field): boolean =>
  Boolean(field.readOnly && (field.state || (field.kind === 'flag' && field.initial !== undefined)));

/** Locale keys of states, which only acts change: the status, state fields, and inputs of acts. */
const stateWords = ({ name, statuses, fields, imports }: Definition): [string, string][] => {
  const states = Object.entries(fields).flatMap(([key, field]) => (isState(field) ? [key] : []));
  const inputs = typeof imports === 'object' ? (imports.acts ?? []) : [];
  return [
    ...[...(statuses ? ['status'] : []), ...states].map((field): [string, string] => [
      field,
      `${name}.fields.${field}`,
    ]),
    ...inputs.map((input): [string, string] => [input, `${name}.inputs.${input}`]),
  ];
};

/** A header without case, accents, punctuation and spaces. */
export const plainHeading = (words: string): string => fold(words).replace(/[^\p{L}\p{N}]+/gu, '');

/** The field that a header means. A bracketed suffix, such as a currency, is ignored if the whole header matches nothing. */
export const meantBy = (names: ReadonlyMap<string, string>, words: string): string | undefined =>
  names.get(plainHeading(words)) ?? names.get(plainHeading(words.replace(/\s*[([][^)\]]*[)\]]\s*\*?\s*$/u, '')));

/** Fields by header: labels in all languages and in the project's wording, keys, and common synonyms. */
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

/** State fields by header. */
export function stateHeadings(place: WordingScope, definition: Definition): Map<string, string> {
  return new Map(
    stateWords(definition).flatMap(([name, words]) =>
      [name, ...saidIn(place, speech => text(speech, words))].map(words => [plainHeading(words), name] as const),
    ),
  );
}

/** Choices of the user: columns by letter, and headers (by `plainHeading`) remembered from earlier files; '' means ignored. */
export interface Chosen {
  map: Readonly<Record<string, string>>;
  kept: ReadonlyMap<string, string>;
}

/**
 * Maps the columns below a header, with the user's choices first. `names` holds the fields by known header, remembered ones
 * included; `states` the state fields.
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
    // A remembered header takes precedence over another that means the same field.
    const free = !taken.has(meant) && (kept.has(heading) || !keptFields.has(meant));
    const field = map[column] ?? (free ? meant : '');
    if (field) taken.add(field);
    const isKept = map[column] === undefined && kept.get(heading) === field;
    // A column ignored on purpose states nothing.
    const state = !field && map[column] === undefined && !kept.has(heading) ? states.get(heading) : undefined;
    return { column, header: shown(cell), field: field || null, kept: isKept, ...(state && { state }) };
  });
}
