import { readdirSync, readFileSync } from 'node:fs';
import { type Words, wordKeys } from '@lobby/shared/kit/default-words.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { sayNouns, sayValue, type Wording } from '@lobby/shared/kit/nouns.ts';
import { gatherWords } from '@lobby/shared/kit/shared-words.ts';

const dir = new URL('../../../shared/locales/', import.meta.url);
type Texts = Record<string, string>;

function read(language: Language): Texts {
  const texts: Texts = {};
  const names = readdirSync(new URL(`${language}/`, dir)).filter(file => file.endsWith('.json'));
  const files = names.map((name): [string, Words] => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(new URL(`${language}/${name}`, dir), 'utf8')),
  ]);
  const walk = (value: string | Words, path: string) => {
    if (typeof value === 'string') texts[path] = value;
    else for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
  };
  for (const [group, words] of gatherWords(new Map(files))) walk(words, group);
  return texts;
}

let sharing: readonly Definition[] = [];
/** Each language is read when somebody is first spoken to in it: a start waits for none. */
const byLanguage = new Map<Language, Texts>();

function textsOf(language: Language): Texts | undefined {
  const known = byLanguage.get(language);
  if (known || !LANGUAGES.includes(language)) return known;
  const texts = read(language);
  for (const definition of sharing)
    for (const key of wordKeys(definition)) {
      const shared = texts[`defaults.${key}`];
      if (shared !== undefined) texts[`${definition.name}.${key}`] ??= shared;
    }
  byLanguage.set(language, texts);
  return texts;
}

/** Puts the words that all definitions share among those of each that asks for them; once, at start: the kit knows no module. */
export function shareWords(definitions: readonly Definition[]): void {
  sharing = definitions;
  byLanguage.clear();
}

/** Whose words: a language, or a language in a place that may have words of its own. */
export interface WordingScope {
  language: Language;
  projectId: string;
  whiteLabel: string;
}
export type Speech = Language | WordingScope;
const languageOf = (speech: Speech): Language => (typeof speech === 'string' ? speech : speech.language);

type Find = (place: WordingScope) => Wording | undefined;
let wordingOf: Find = () => undefined;
/** Sets where the words of places are found; once, at start. */
export function configureWordings(find: Find): void {
  wordingOf = find;
}

/** The text that the interface has by this key (`shell:lost.title`), which a place may then word anew; undefined where there is none. */
export function textBy(language: Language, key: string): string | undefined {
  const path = key.replace(':', '.');
  return textsOf(language)?.[path] ?? textsOf(DEFAULT_LANGUAGE)?.[path];
}

/** The key of a counted text in the form that a number takes in a language, as the interface has them: `count_one`, `count_other`. */
function counted(language: Language, key: string, count: unknown): string {
  const texts = textsOf(language);
  if (typeof count !== 'number' || texts?.[key] !== undefined) return key;
  const form = `${key}_${new Intl.PluralRules(language).select(count)}`;
  return texts?.[form] === undefined ? `${key}_other` : form;
}

/** A text by `<file>.<key>` in the words of the place, with `{{name}}` filled in; Vietnamese where a language lacks it. */
export function text(speech: Speech, key: string, params: Record<string, unknown> = {}): string {
  const language = languageOf(speech);
  const wording = typeof speech === 'string' ? undefined : wordingOf(speech);
  const asked = counted(language, key, params.count);
  const own = wording?.texts[asked.replace('.', ':')];
  const found = own ?? textsOf(language)?.[asked] ?? textsOf(DEFAULT_LANGUAGE)?.[asked] ?? key;
  return sayNouns(found, language, wording?.words).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    sayValue(name, params[name], language),
  );
}

/** The text of a key where there is one: what comes from elsewhere is said as it came. */
export const textOr = (language: Language, key: string, said: string): string =>
  textBy(language, key) === undefined ? said : text(language, key);

/** How many records of what, as people count them: `7 floors`; of those that stand in one of their own kind: `2 subgroups`. */
function thingsOf(speech: Speech, { entity, count, inside }: Record<string, unknown>): string | undefined {
  if (typeof entity !== 'string' || typeof count !== 'number') return undefined;
  return text(speech, `${entity}.${inside ? 'inside' : 'count'}`, { count });
}

/** What the fields of a refusal say with its code: the message above them says the same. */
function paramsOf(fields: unknown, code: string): Record<string, unknown> {
  const all = Object.values((fields ?? {}) as Record<string, { code?: string; params?: Record<string, unknown> }>);
  return all.find(one => one?.code === code && one.params)?.params ?? {};
}

/** Why something is refused, by words of a module's own: those that it has. */
export function whyOf(speech: Speech, data: Record<string, unknown>): string | undefined {
  const { why } = data;
  const language = languageOf(speech);
  return typeof why === 'string' && textBy(language, why) !== undefined ? text(speech, why, data) : undefined;
}

/** What a code says; a reason of a module's own stands where its words have a place for it, else it is said alone. */
function said(speech: Speech, code: string, params: Record<string, unknown>): string {
  const why = whyOf(speech, params);
  const language = languageOf(speech);
  const placed = textBy(language, `errors.${code}`)?.includes('{{why}}') ?? false;
  return why && !placed ? why : text(speech, `errors.${code}`, { ...params, why }).trim();
}

/** The words of a fault at a field. */
export const fieldWords = (speech: Speech, code: string, params: Record<string, unknown> = {}): string =>
  said(speech, code, params);

/** How long somebody is to wait, as people say it: seconds, from a minute on minutes, from an hour on hours. */
function sayWait(language: Language, seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const parts = seconds < 60 ? { second: seconds } : { hour: Math.floor(minutes / 60), minute: minutes % 60 };
  const said = Object.entries(parts)
    .filter(([, value]) => value > 0)
    .map(([unit, value]) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value),
    );
  return new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(said);
}

/** The words of a refusal, safe to show. */
export function words(speech: Speech, code: string, data: Record<string, unknown> = {}): string {
  const by = data.by as { name?: string } | null | undefined;
  const module = typeof data.module === 'string' ? text(speech, `modules.${data.module}`) : undefined;
  // A job has no name; the record may have come with the installation.
  // What a refusal keeps to itself is said in general.
  const key = code === 'EMPLOYEE_NOT_HAVE_PERMISSION' && !module ? 'FORBIDDEN' : code;
  return said(speech, key, {
    ...paramsOf(data.fields, code),
    ...data,
    by: by?.name || text(speech, 'activity.system'),
    ...(module && { module }),
    ...(typeof data.seconds === 'number' && { wait: sayWait(languageOf(speech), data.seconds) }),
    things: thingsOf(speech, data),
  });
}
