import type { Definition } from './definition.ts';
import type { Language } from './languages.ts';

/** Nouns that a building may rename: apartment, resident, project (`design`: unit, member, unit_group). */
export const NOUNS = ['unit', 'member', 'unit_group'] as const;
export type Noun = (typeof NOUNS)[number];

/** Forms of a noun within a sentence: lower case unless it is a name. `short` is the colloquial form ("căn"). */
export interface NounForms {
  one: string;
  other: string;
  short: string;
}

/** Wording of a white label or project in one language, over the product's own. */
export interface Wording {
  words: Partial<Record<Noun, Partial<NounForms>>>;
  /** Texts by key, such as `shell:signIn.portal`. */
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

/** Matches `[[căn hộ]]`, `[[Units]]`, `[[a unit]]`, and a Korean particle after the noun, which depends on its last sound. */
const MARK = /\[\[(?:(an?) )?([^\]]+)\]\](?:(을|를|이|가|은|는|과|와|으로|로)(?![가-힣]))?/gi;

/** The noun and form that a mark names; null if none. */
export function markedNoun(marked: string, language: Language): { noun: Noun; form: keyof NounForms } | null {
  const wanted = marked.toLocaleLowerCase(language);
  for (const noun of NOUNS)
    for (const form of ['one', 'other', 'short'] as const)
      if (OWN_NOUNS[language][noun][form] === wanted) return { noun, form };
  return null;
}

/** The building's word for a noun. A renamed noun without short form or plural uses its singular. */
function wordFor({ noun, form }: { noun: Noun; form: keyof NounForms }, language: Language, words: Wording['words']) {
  const forms = words[noun];
  return forms?.[form] || forms?.one || OWN_NOUNS[language][noun][form];
}

/** Replaces marked nouns by the building's words, in the same number and case. */
export function sayNouns(text: string, language: Language, words: Wording['words'] = {}): string {
  if (!text.includes('[[')) return text;
  return text.replace(MARK, (_, article: string | undefined, marked: string, particle: string | undefined) => {
    const noun = markedNoun(marked, language);
    const word = noun ? wordFor(noun, language, words) : marked;
    const whole = article ? `${VOWEL.test(word) ? 'an' : 'a'} ${word}` : word;
    return raise(whole, article ?? marked, language) + (particle ? particleFor(word, particle) : '');
  });
}

/** Words that take "an" in English; unit, house and one-room start with another sound. */
const VOWEL = /^(?!uni(?!n)|us[ei]|ut[ei]|eu|one)[aeiou]/i;

/** Capitalizes a word if the marked one is. */
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

/** The Korean particle after a consonant or vowel; both forms if the last sound is unknown. */
function particleFor(word: string, particle: string): string {
  const [closed, open] = PARTICLES.find(pair => pair.some(form => form === particle)) ?? [particle, particle];
  const last = (word.codePointAt(word.length - 1) ?? 0) - HANGUL;
  if (last < 0 || last >= 11_172) return `${closed}(${open})`;
  const final = last % FINALS;
  return final === 0 || (closed === '으로' && final === RIEUL) ? open : closed;
}

const numbers = new Map<string, Intl.NumberFormat>();

const CALENDAR = /^(\d{4})-(\d{2})(?:-(\d{2})(?: (\d{2}:\d{2}))?)?$/;

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join('/');

/** Formats a day, month or instant in a text; other texts are unchanged. */
export const sayDay = (value: string): string =>
  value.replace(CALENDAR, (_, year, month, day, time) => [joined(day, month, year), time].filter(Boolean).join(' '));

/** The parts of a definition that name its records. */
type Titled = Pick<Definition, 'title'> & Partial<Pick<Definition, 'titledBy' | 'apart' | 'fields'>>;

/**
 * Fields that may name a record, in order of preference: an invoice by its number before the code of its draft, a company
 * without contact person by its distinguishing text.
 */
export const titleFields = ({ title, titledBy, apart = [], fields = {} }: Titled): readonly string[] => [
  ...(titledBy ? [titledBy] : []),
  title,
  ...apart.filter(name => fields[name]?.kind === 'text'),
];

/** Heading of records named by a running code: their unit and matter; null if the title is meaningful, or there is nothing better. */
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

/** Name of a record, with days and instants formatted. */
export function titleIn(definition: Titled, record: Readonly<Record<string, unknown>> | null | undefined): string {
  const name = titleFields(definition).find(field => record?.[field]) ?? definition.title;
  return sayDay(String(record?.[name] ?? ''));
}

const NAMES = { vi: 'name', en: 'nameEn', ja: 'nameJa', zh: 'nameZh', ko: 'nameKo' } as const;

/** Fields with names in other languages. */
export const OTHER_NAMES: readonly string[] = Object.values(NAMES).filter(name => name !== 'name');

/** Name of a record in a language, falling back to English, then to its own title. */
export function calledIn(
  definition: Titled,
  record: Readonly<Record<string, unknown>> | null | undefined,
  language: Language,
): string {
  const name = definition.title === 'name' && language !== 'vi' && (record?.[NAMES[language]] || record?.nameEn);
  return name ? String(name) : titleIn(definition, record);
}

/** Formats a value for a text: numbers by language (`1.262`), except years; days and months. */
export function sayValue(name: string, value: unknown, language: string): string {
  if (typeof value === 'string') return sayDay(value);
  if (typeof value !== 'number' || name === 'year') return String(value ?? '');
  const format = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, format);
  return format.format(value);
}

/** Overlays one wording on another. */
export function layWording(lower: Wording | undefined, upper: Wording | undefined): Wording {
  return {
    words: { ...lower?.words, ...upper?.words },
    texts: { ...lower?.texts, ...upper?.texts },
  };
}
