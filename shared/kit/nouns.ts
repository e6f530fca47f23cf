import type { Definition } from './definition.ts';
import type { Language } from './languages.ts';

/** What a building may call by a name of its own: apartment, resident, project (`design`: unit, member, unit_group). */
export const NOUNS = ['unit', 'member', 'unit_group'] as const;
export type Noun = (typeof NOUNS)[number];

/** A noun as it stands within a sentence: lower case unless it is a name. `short` is what people say for it ("căn"). */
export interface NounForms {
  one: string;
  other: string;
  short: string;
}

/** What a white label or a project says in one language instead of the product's own words. */
export interface Wording {
  words: Partial<Record<Noun, Partial<NounForms>>>;
  /** `shell:signIn.portal` -> text. */
  texts: Record<string, string>;
}

const plain = (word: string, short = word): NounForms => ({ one: word, other: word, short });

/** The product's own nouns. */
export const OWN_NOUNS: Record<Language, Record<Noun, NounForms>> = {
  vi: { unit: plain('căn hộ', 'căn'), member: plain('cư dân'), unit_group: plain('dự án') },
  en: {
    unit: { one: 'unit', other: 'units', short: 'unit' },
    member: { one: 'resident', other: 'residents', short: 'resident' },
    unit_group: { one: 'project', other: 'projects', short: 'project' },
  },
  ja: { unit: plain('住戸'), member: plain('居住者'), unit_group: plain('物件') },
  zh: { unit: plain('房屋'), member: plain('住户'), unit_group: plain('项目') },
  ko: { unit: plain('세대'), member: plain('입주민'), unit_group: plain('단지') },
};

/** `[[căn hộ]]`, `[[Units]]`, `[[a unit]]`; a particle that Korean puts behind a noun follows its last sound. */
const MARK = /\[\[(?:(an?) )?([^\]]+)\]\](?:(을|를|이|가|은|는|과|와|으로|로)(?![가-힣]))?/gi;

/** Which noun a mark names, and in which form; null when it names none. */
export function markedNoun(marked: string, language: Language): { noun: Noun; form: keyof NounForms } | null {
  const wanted = marked.toLocaleLowerCase(language);
  for (const noun of NOUNS)
    for (const form of ['one', 'other', 'short'] as const)
      if (OWN_NOUNS[language][noun][form] === wanted) return { noun, form };
  return null;
}

/** The word that a building says for a marked one. A name of its own without a short form or a plural has these alike. */
function wordFor({ noun, form }: { noun: Noun; form: keyof NounForms }, language: Language, words: Wording['words']) {
  const own = words[noun];
  return own?.[form] || own?.one || OWN_NOUNS[language][noun][form];
}

/** A text with its marked nouns as the building calls them, in the marked word's number and case. */
export function sayNouns(text: string, language: Language, words: Wording['words'] = {}): string {
  if (!text.includes('[[')) return text;
  return text.replace(MARK, (_, article: string | undefined, marked: string, particle: string | undefined) => {
    const found = markedNoun(marked, language);
    const word = found ? wordFor(found, language, words) : marked;
    const whole = article ? `${VOWEL.test(word) ? 'an' : 'a'} ${word}` : word;
    return raise(whole, article ?? marked, language) + (particle ? particleFor(word, particle) : '');
  });
}

/** What English says "an" before; a unit, a house, a one-room home begin with another sound. */
const VOWEL = /^(?!uni(?!n)|us[ei]|ut[ei]|eu|one)[aeiou]/i;

/** The word with a capital where the marked one has one. */
function raise(word: string, marked: string, language: Language): string {
  const [first = '', ...rest] = word;
  const [head = ''] = marked;
  return head === head.toLocaleLowerCase(language) ? word : first.toLocaleUpperCase(language) + rest.join('');
}

const PARTICLES = [
  ['을', '를'],
  ['이', '가'],
  ['은', '는'],
  ['과', '와'],
  ['으로', '로'],
] as const;
const HANGUL = 0xac00;
const FINALS = 28;
const RIEUL = 8;

/** The particle as Korean has it after a word that ends in a consonant or a vowel; both where that cannot be seen. */
function particleFor(word: string, particle: string): string {
  const [closed, open] = PARTICLES.find(pair => pair.some(one => one === particle)) ?? [particle, particle];
  const last = (word.codePointAt(word.length - 1) ?? 0) - HANGUL;
  if (last < 0 || last >= 11_172) return `${closed}(${open})`;
  const final = last % FINALS;
  return final === 0 || (closed === '으로' && final === RIEUL) ? open : closed;
}

const numbers = new Map<string, Intl.NumberFormat>();

const CALENDAR = /^(\d{4})-(\d{2})(?:-(\d{2})(?: (\d{2}:\d{2}))?)?$/;

const said = (...parts: (string | undefined)[]) => parts.filter(Boolean).join('/');

/** A day, a month or a moment as people write them; any other text as it is. */
export const sayDay = (value: string): string =>
  value.replace(CALENDAR, (_, year, month, day, time) => [said(day, month, year), time].filter(Boolean).join(' '));

/** What records are called by. */
type Titled = Pick<Definition, 'title'> & Partial<Pick<Definition, 'titledBy' | 'apart' | 'fields'>>;

/** The fields by one of which a record is called, the first that is given: an invoice by its number before the code of its draft, a company that no person is named for by the text that tells it apart. */
export const titleFields = ({ title, titledBy, apart = [], fields = {} }: Titled): readonly string[] => [
  ...(titledBy ? [titledBy] : []),
  title,
  ...apart.filter(name => fields[name]?.kind === 'text'),
];

/** What heads records that are called by a running code, which says nothing: their unit, and what they are about; null where their title says it, or nothing else does. */
export function headOf({
  title,
  titledBy,
  matter,
  fields,
}: Pick<Definition, 'title' | 'titledBy' | 'matter' | 'fields'>): { unit: boolean; matter: string | undefined } | null {
  const called = fields[title];
  const unit = fields.unitId?.kind === 'ref';
  return called?.kind === 'text' && called.code && !titledBy && (unit || matter) ? { unit, matter } : null;
}

/** What a record is called; days and moments as people write them. */
export function titleIn(definition: Titled, record: Readonly<Record<string, unknown>> | null | undefined): string {
  const name = titleFields(definition).find(one => record?.[one]) ?? definition.title;
  return sayDay(String(record?.[name] ?? ''));
}

const NAMES = { vi: 'name', en: 'nameEn', ja: 'nameJa', zh: 'nameZh', ko: 'nameKo' } as const;

/** The fields by which records are called in other languages. */
export const OTHER_NAMES: readonly string[] = Object.values(NAMES).filter(name => name !== 'name');

/** What a record is called in its reader's language; where it is called nothing there, in English, else as it is. */
export function calledIn(
  definition: Titled,
  record: Readonly<Record<string, unknown>> | null | undefined,
  language: Language,
): string {
  const own = definition.title === 'name' && language !== 'vi' && (record?.[NAMES[language]] || record?.nameEn);
  return own ? String(own) : titleIn(definition, record);
}

/** A value as it stands in a text: numbers as its language writes them (`1.262`), but for a year; days and months as people write them. */
export function sayValue(name: string, value: unknown, language: string): string {
  if (typeof value === 'string') return sayDay(value);
  if (typeof value !== 'number' || name === 'year') return String(value ?? '');
  const format = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, format);
  return format.format(value);
}

/** One wording over another: what the upper does not say, the lower does. */
export function layWording(lower: Wording | undefined, upper: Wording | undefined): Wording {
  return {
    words: { ...lower?.words, ...upper?.words },
    texts: { ...lower?.texts, ...upper?.texts },
  };
}
