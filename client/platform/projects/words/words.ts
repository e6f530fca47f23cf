import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { NOUNS, type Noun, type NounForms, sayNouns, type Wording } from '@lobby/shared/kit/nouns.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { request } from '../../../kit/http/api.ts';
import { loadAllTexts } from '../../../kit/i18n/load-locale.ts';
import type { Setting, Values } from '../settings/editing.ts';

type Languages = Partial<Record<Language, Wording>>;
interface WordsAnswer {
  version: number;
  languages: Languages;
}

export const FORMS = ['one', 'other', 'short'] as const satisfies readonly (keyof NounForms)[];
/** Flat names like `vi.words.unit.one` and `vi.texts.shell:lost.title`. */
export const nounKey = (language: Language, noun: Noun, form: keyof NounForms) => `${language}.words.${noun}.${form}`;
export const textKey = (language: Language, key: string) => `${language}.texts.${key}`;

function flat(languages: Languages): Values {
  const values: Record<string, string> = {};
  for (const language of LANGUAGES) {
    const { words = {}, texts = {} } = languages[language] ?? {};
    for (const noun of NOUNS)
      for (const form of FORMS) {
        const word = words[noun]?.[form];
        if (word) values[nounKey(language, noun, form)] = word;
      }
    for (const [key, text] of Object.entries(texts)) values[textKey(language, key)] = text;
  }
  return values;
}

const written = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Wording of one language from flat values. */
export function wordingOf(values: Values, language: Language): Wording {
  const words: Wording['words'] = {};
  for (const noun of NOUNS) {
    const forms = FORMS.flatMap(form => {
      const word = written(values[nounKey(language, noun, form)]);
      return word ? [[form, word]] : [];
    });
    if (forms.length > 0) words[noun] = Object.fromEntries(forms);
  }
  const start = textKey(language, '');
  const texts = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith(start) && written(value) ? [[name.slice(start.length), written(value)]] : [],
  );
  return { words, texts: Object.fromEntries(texts) };
}

function nested(values: Values): Languages {
  const all = LANGUAGES.map(language => [language, wordingOf(values, language)] as const);
  return Object.fromEntries(
    all.filter(([, { words, texts }]) => Object.keys(words).length + Object.keys(texts).length > 0),
  );
}

const taken = ({ version, languages }: WordsAnswer): Setting<null> => ({
  version,
  values: flat(languages),
  extra: null,
});

/** Words and texts of a project as an editing source. */
export const wordsSource = {
  form: 'project-words',
  what: 'dictionary',
  read: async (projectId: string) => taken((await request<WordsAnswer>('GET', '/dictionary/own', { projectId })).data),
  async write(projectId: string, version: number, values: Values) {
    const body = { version, languages: nested(values) };
    return taken((await request<WordsAnswer>('PUT', '/dictionary/own', { projectId, body })).data);
  },
};

/** Original interface texts of a language by `file:key`. */
export type Texts = ReadonlyMap<string, string>;
export const loadTexts = async (language: Language): Promise<Texts> => new Map(await loadAllTexts(language));

/** A text as displayed with a wording; `{{count}}` is shown as 3. */
export function sayText(texts: Texts, key: string, language: Language, { words, texts: overrides }: Wording): string {
  return sayNouns(overrides[key] ?? texts.get(key) ?? key, language, words).replaceAll('{{count}}', '3');
}

const SHOWN = 8;

/** Texts that contain the search text as displayed, shortest first. */
export function findTexts(texts: Texts, typed: string, language: Language, wording: Wording) {
  const wanted = fold(typed).trim();
  if (wanted.length < 2) return { found: [], more: 0 };
  const all = [...texts.keys()]
    .map(key => ({ key, said: sayText(texts, key, language, wording) }))
    .filter(({ said: text }) => fold(text).includes(wanted))
    .sort((a, b) => a.said.length - b.said.length);
  return { found: all.slice(0, SHOWN), more: Math.max(0, all.length - SHOWN) };
}
