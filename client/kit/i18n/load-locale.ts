import type { Language } from '@lobby/shared/kit/languages.ts';
import type { ResourceKey } from 'i18next';

/** A language is one file with the words of all screens; further modules are loaded on first use. */
const LANGUAGES = {
  vi: () => import('virtual:words/vi'),
  en: () => import('virtual:words/en'),
  ja: () => import('virtual:words/ja'),
  zh: () => import('virtual:words/zh'),
  ko: () => import('virtual:words/ko'),
} as const satisfies Record<Language, unknown>;

/** Loads a module's words in a language; null if it has none. */
export async function loadLocale(language: Language, module: string): Promise<ResourceKey | null> {
  const { always, others } = await LANGUAGES[language]();
  return always[module] ?? (await others[module]?.())?.default ?? null;
}

/** Refusals of all modules in a language, including the common ones. */
export async function loadRefusals(language: Language): Promise<ResourceKey> {
  const { refusals } = await LANGUAGES[language]();
  return (await refusals()).default;
}

/** All built-in texts of a language by `file:key`, for the wording editor. */
export async function loadAllTexts(language: Language): Promise<[key: string, text: string][]> {
  const { always, others, refusals } = await LANGUAGES[language]();
  const walk = (value: unknown, path: string): [string, string][] =>
    typeof value === 'string'
      ? [[path, value]]
      : Object.entries(value as object).flatMap(([key, inner]) =>
          walk(inner, path.endsWith(':') ? path + key : `${path}.${key}`),
        );
  const later = Object.entries({ ...others, errors: refusals }).map(
    async ([module, load]) => [module, (await load()).default] as const,
  );
  const all = { ...always, ...Object.fromEntries(await Promise.all(later)) };
  return Object.entries(all).flatMap(([module, words]) => walk(words, `${module}:`));
}
