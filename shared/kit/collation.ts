import type { Definition } from './definition.ts';

/** Marks that form a separate letter: â, ă, ơ and ư sort after a, a, o and u. */
const LETTER_MARKS: Readonly<Record<string, string>> = { '\u0306': '1', '\u0302': '2', '\u031b': '3' };
/** Tones in the order of Vietnamese dictionaries: none, huyền, hỏi, ngã, sắc, nặng. */
const TONES: Readonly<Record<string, string>> = {
  '\u0300': '1',
  '\u0309': '2',
  '\u0303': '3',
  '\u0301': '4',
  '\u0323': '5',
};
const PART = /\d+|(\P{M})(\p{M}*)/gu;

/** Sort key of a letter with its mark. */
function letterOf(base: string, marks: string): string {
  if (base === 'đ') return 'd1';
  const made = [...marks].map(mark => LETTER_MARKS[mark]).find(Boolean);
  return base + (made ?? '0');
}

/** Sort key of a number, by length first, so that 9 sorts before 10. */
function numberOf(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '');
  return `0${String.fromCharCode(0x30 + Math.min(plain.length, 70))}${plain}`;
}

/**
 * A key whose order by code units is that of Vietnamese dictionaries: Đ after D, Tạ before Trịnh, tones only between equal
 * letters, 9 before 10, case ignored. The database and the client both sort by it.
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

/** Compares names in Vietnamese order. */
export function byName(a: string, b: string): number {
  const [keyA, keyB] = [sortKey(a), sortKey(b)];
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0;
}

/** Whether a field sorts in Vietnamese order; generated codes sort by their characters. */
export function isSortedByName({ fields }: Pick<Definition, 'fields'>, name: string): boolean {
  const field = fields[name];
  return field?.kind === 'text' && (field.numbers === true || (!field.code && !field.key));
}

/** Whether a field sorts by the titles of the records it refers to. */
export const isSortedByTitle = ({ fields }: Pick<Definition, 'fields'>, name: string): boolean =>
  fields[name]?.kind === 'ref';

export const namedSorts = (definition: Definition): string[] =>
  definition.list.sorts.filter(name => isSortedByName(definition, name));

/** References by whose titles lists are sorted. Each must be marked `search`, so that renaming a record updates the sort keys. */
export const titledSorts = (definition: Definition): string[] =>
  definition.list.sorts.filter(name => isSortedByTitle(definition, name));
