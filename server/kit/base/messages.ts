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
/** Locale files are loaded when a language is first needed, so that the start does not wait for them. */
const byLanguage = new Map<Language, Texts>();

function textsOf(language: Language): Texts | undefined {
  const cached = byLanguage.get(language);
  if (cached || !LANGUAGES.includes(language)) return cached;
  const texts = read(language);
  for (const definition of sharing)
    for (const key of wordKeys(definition)) {
      const shared = texts[`defaults.${key}`];
      if (shared !== undefined) texts[`${definition.name}.${key}`] ??= shared;
    }
  byLanguage.set(language, texts);
  return texts;
}

/**
 * Merges the words that all definitions share into the words of each definition that uses them. Called once at start, since
 * the kit knows no module.
 */
export function shareWords(definitions: readonly Definition[]): void {
  sharing = definitions;
  byLanguage.clear();
}

/** A language, or a language in a project and white label that may have their own wording. */
export interface WordingScope {
  language: Language;
  projectId: string;
  whiteLabel: string;
}
export type Speech = Language | WordingScope;
const languageOf = (speech: Speech): Language => (typeof speech === 'string' ? speech : speech.language);

type Find = (place: WordingScope) => Wording | undefined;
let wordingOf: Find = () => undefined;
/** Sets how the wording of a project is found. Called once at start. */
export function configureWordings(find: Find): void {
  wordingOf = find;
}

/** The built-in text of a key such as `shell:lost.title`, before a project's own wording; undefined if there is none. */
export function textBy(language: Language, key: string): string | undefined {
  const path = key.replace(':', '.');
  return textsOf(language)?.[path] ?? textsOf(DEFAULT_LANGUAGE)?.[path];
}

/** The plural form of a key for a count and language, as i18next names it: `count_one`, `count_other`. */
function counted(language: Language, key: string, count: unknown): string {
  const texts = textsOf(language);
  if (typeof count !== 'number' || texts?.[key] !== undefined) return key;
  const form = `${key}_${new Intl.PluralRules(language).select(count)}`;
  return texts?.[form] === undefined ? `${key}_other` : form;
}

/** Text of the key `<file>.<key>` with the project's wording and `{{name}}` filled in. Falls back to Vietnamese. */
export function text(speech: Speech, key: string, params: Record<string, unknown> = {}): string {
  const language = languageOf(speech);
  const wording = typeof speech === 'string' ? undefined : wordingOf(speech);
  const fullKey = counted(language, key, params.count);
  const projectText = wording?.texts[fullKey.replace('.', ':')];
  const template = projectText ?? textsOf(language)?.[fullKey] ?? textsOf(DEFAULT_LANGUAGE)?.[fullKey] ?? key;
  return sayNouns(template, language, wording?.words).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    sayValue(name, params[name], language),
  );
}

/** The text of a key, or `fallback` as it is where the key is unknown, for values from other systems. */
export const textOr = (language: Language, key: string, fallback: string): string =>
  textBy(language, key) === undefined ? fallback : text(language, key);

/** Counts with their nouns, such as `7 floors and 1 task`; for records nested in one of their own kind, `2 subgroups`. */
function thingsOf(speech: Speech, data: Record<string, unknown>): string | undefined {
  const things = [data, ...((data.others ?? []) as Record<string, unknown>[])].flatMap(({ entity, count, inside }) =>
    typeof entity === 'string' && typeof count === 'number'
      ? [text(speech, `${entity}.${inside ? 'inside' : 'count'}`, { count })]
      : [],
  );
  return things.length > 0 ? new Intl.ListFormat(languageOf(speech)).format(things) : undefined;
}

/** Params of the first field error that has the refusal's code, so that the message above the fields uses the same values. */
function paramsOf(fields: unknown, code: string): Record<string, unknown> {
  const all = Object.values((fields ?? {}) as Record<string, { code?: string; params?: Record<string, unknown> }>);
  return all.find(error => error?.code === code && error.params)?.params ?? {};
}

/** The module's own explanation named by `why`, if that key exists. */
export function whyOf(speech: Speech, data: Record<string, unknown>): string | undefined {
  const { why } = data;
  const language = languageOf(speech);
  return typeof why === 'string' && textBy(language, why) !== undefined ? text(speech, why, data) : undefined;
}

/**
 * The message of a code. A module's explanation fills its `{{why}}`; where the message has no such place, the explanation
 * replaces it.
 */
function messageOf(speech: Speech, code: string, params: Record<string, unknown>): string {
  const why = whyOf(speech, params);
  const language = languageOf(speech);
  const placed = textBy(language, `errors.${code}`)?.includes('{{why}}') ?? false;
  return why && !placed ? why : text(speech, `errors.${code}`, { ...params, why }).trim();
}

/** The message of an error at a field. */
export const fieldWords = (speech: Speech, code: string, params: Record<string, unknown> = {}): string =>
  messageOf(speech, code, params);

/** Formats a waiting time: in seconds, from one minute on in minutes, from one hour on in hours. */
function sayWait(language: Language, seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const parts = seconds < 60 ? { second: seconds } : { hour: Math.floor(minutes / 60), minute: minutes % 60 };
  const amounts = Object.entries(parts)
    .filter(([, value]) => value > 0)
    .map(([unit, value]) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value),
    );
  return new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(amounts);
}

/** The message of a refusal, safe to show to users. */
export function words(speech: Speech, code: string, data: Record<string, unknown> = {}): string {
  const by = data.by as { name?: string } | null | undefined;
  const module = typeof data.module === 'string' ? text(speech, `modules.${data.module}`) : undefined;
  // Jobs have no user name, and the record may have come with the installation. Details that a refusal does not disclose are
  // worded in general terms.
  const key = code === 'EMPLOYEE_NOT_HAVE_PERMISSION' && !module ? 'FORBIDDEN' : code;
  return messageOf(speech, key, {
    ...paramsOf(data.fields, code),
    ...data,
    by: by?.name || text(speech, 'activity.system'),
    ...(module && { module }),
    ...(typeof data.seconds === 'number' && { wait: sayWait(languageOf(speech), data.seconds) }),
    things: thingsOf(speech, data),
  });
}
