import { isSortedByName, isSortedByTitle, sortKey, titledSorts } from '@lobby/shared/kit/collation.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field, Fields } from '@lobby/shared/kit/fields.ts';
import { isPlate, plateWords } from '@lobby/shared/kit/plate.ts';
import { wordsOf } from '@lobby/shared/kit/rich-text.ts';
import { searchKeys } from '@lobby/shared/kit/text-search.ts';

/** Personal fields found only by the whole value, by blind index, such as bank accounts. */
export const wholeNumbers = ({ fields }: { fields: Fields }): string[] =>
  Object.keys(fields).filter(name => fields[name]?.personal && fields[name]?.search);

/** Whether records of these fields are found by words. */
export const hasSearch = (fields: Fields) => Object.values(fields).some(field => field.search);

/** Stored path of a sort field; titles are sorted by their sort keys. */
export const sortPath = (definition: Definition, sort: string): string =>
  isSortedByName(definition, sort) || isSortedByTitle(definition, sort) ? `sorted.${sort}` : sort;

/** Sort keys of the referenced titles among `values`; `names` as in `keysOf`. */
export const titleKeys = (
  definition: Definition,
  values: Record<string, unknown>,
  names: Readonly<Record<string, string>>,
): Record<string, string | null> =>
  Object.fromEntries(
    titledSorts(definition)
      .filter(name => name in values)
      .map(name => [`sorted.${name}`, names[name] === undefined ? null : sortKey(names[name])]),
  );

/** Whether a field is searched by its last four digits. */
export const isEnding = ({ personal, kind }: Field): boolean => personal === true && kind === 'phone';

/** Search key of a phone's last digits: their blind index, with a prefix that no word has. */
export const endKey = (blind: string): string => `#${blind}`;

/** Limit of search keys of a record that includes the words of a long text. */
const MOST_OF_LONG = 200;

/** Search keys of a document, whose blind indexes may be dotted paths; `names` holds the titles of its references. */
export function keysOf(
  definition: Definition,
  doc: Record<string, unknown>,
  names: Readonly<Record<string, string>>,
): string[] | undefined {
  if (!hasSearch(definition.fields)) return undefined;
  const texts: string[] = [];
  const codes: string[] = [];
  for (const [name, field] of Object.entries(definition.fields)) {
    if (!field.search || field.personal) continue;
    const value = field.kind === 'ref' ? names[name] : doc[name];
    if (typeof value !== 'string') continue;
    if ((field.kind === 'text' && field.plate) || isPlate(value)) codes.push(value, ...plateWords(value));
    else if (('code' in field && field.code) || /^(?:[\p{L}\d]+[-.])+\d/u.test(value)) codes.push(value);
    else texts.push(field.kind === 'richText' ? wordsOf(value) : value);
  }
  const long = Object.values(definition.fields).some(
    ({ kind, search }) => search && (kind === 'longText' || kind === 'richText'),
  );
  const words = long ? searchKeys(texts, codes, MOST_OF_LONG) : searchKeys(texts, codes);
  const blind = (doc.blind ?? {}) as Record<string, unknown>;
  const ends = Object.entries(definition.fields).flatMap(([name, field]) => {
    const end =
      isEnding(field) && (doc[`blind.${name}End`] === undefined ? blind[`${name}End`] : doc[`blind.${name}End`]);
    return typeof end === 'string' ? endKey(end) : [];
  });
  return [...new Set([...words, ...ends])];
}
