import type { Definition } from './definition.ts';

/** Marks that make another letter of one: â, ă, ơ and ư come after a, a, o and u. */
const LETTER_MARKS: Readonly<Record<string, string>> = { '\u0306': '1', '\u0302': '2', '\u031b': '3' };
/** Tones in the order of Vietnamese dictionaries: huyền, hỏi, ngã, sắc, nặng; none before them. */
const TONES: Readonly<Record<string, string>> = {
  '\u0300': '1',
  '\u0309': '2',
  '\u0303': '3',
  '\u0301': '4',
  '\u0323': '5',
};
const PART = /\d+|(\P{M})(\p{M}*)/gu;

/** A letter with what makes another one of it. */
function letterOf(base: string, marks: string): string {
  if (base === 'đ') return 'd1';
  const made = [...marks].map(mark => LETTER_MARKS[mark]).find(Boolean);
  return base + (made ?? '0');
}

/** A number by its length first, so that 9 comes before 10. */
function numberOf(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '');
  return `0${String.fromCharCode(0x30 + Math.min(plain.length, 70))}${plain}`;
}

/**
 * A text as a key whose order by code units is that of Vietnamese dictionaries: Đ after D, Tạ before Trịnh, tones only where the letters are
 * alike, 9 before 10, case aside. The database sorts by it, and the client by the same.
 */
export function sortKey(text: string): string {
  let letters = '';
  let tones = '';
  for (const [part, base = '', marks = ''] of text.normalize('NFD').toLowerCase().matchAll(PART)) {
    if (!base) letters += numberOf(part);
    else if (/\s/.test(base)) letters += '  ';
    else if (/[a-zđ]/.test(base)) {
      letters += letterOf(base, marks);
      tones += [...marks].map(mark => TONES[mark]).find(Boolean) ?? '0';
    } else letters += /\p{L}/u.test(base) ? `~${base}` : `!${base}`;
  }
  return `${letters}\u0001${tones}`;
}

/** Compares names as people in Vietnam read them. */
export function byName(a: string, b: string): number {
  const [keyA, keyB] = [sortKey(a), sortKey(b)];
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0;
}

/** Whether a list sorted by this field is in the order of names; codes that we give go by their characters. */
export function isSortedByName({ fields }: Pick<Definition, 'fields'>, name: string): boolean {
  const field = fields[name];
  return field?.kind === 'text' && (field.numbers === true || (!field.code && !field.key));
}

/** Whether a list sorted by this field is in the order of what the records are called that it points at. */
export const isSortedByTitle = ({ fields }: Pick<Definition, 'fields'>, name: string): boolean =>
  fields[name]?.kind === 'ref';

/** The fields of a definition by whose names its lists are sorted. */
export const namedSorts = (definition: Definition): string[] =>
  definition.list.sorts.filter(name => isSortedByName(definition, name));

/** The references by whose titles they are: each is among what its records are found by, so that a renaming reaches them. */
export const titledSorts = (definition: Definition): string[] =>
  definition.list.sorts.filter(name => isSortedByTitle(definition, name));
