import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { sayValue } from '@lobby/shared/kit/nouns.ts';
import i18next, { type BackendModule, type FormatterModule, type ResourceKey } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { readKept, writeKept } from '../../theme/kept.ts';
import { toast } from '../base/toast.ts';
import { loadLocale, loadRefusals } from './load-locale.ts';
import { loadWording, onWording, overrideAll, overrideTexts } from './wording-overrides.ts';

const KEY = 'lobby.language';
const START = ['common', 'shell', 'errors'];
/** Loading of all modules' refusals, once started. */
let refusalsRead: Promise<void> | null = null;

/** Texts are loaded when a screen first uses them; missing ones are replaced by English. */
const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (name, module, done) => {
    const language = languageOf(name) ?? DEFAULT_LANGUAGE;
    firstWords([language, 'en', DEFAULT_LANGUAGE], module).then(
      words => done(null, words ? overrideTexts(language, module, words) : {}),
      // i18next tries again a few times.
      error => done(error, true),
    );
  },
};

async function firstWords([language, ...others]: Language[], module: string): Promise<ResourceKey | null> {
  if (!language) return null;
  if (refusalsRead && module === 'errors') return loadRefusals(language);
  return (await loadLocale(language, module)) ?? firstWords(others, module);
}

/** Formats values in texts; texts name no formats of their own. */
const formatter: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value, _format, language = DEFAULT_LANGUAGE, { interpolationkey = '' } = {}) =>
    typeof value === 'number' || typeof value === 'string' ? sayValue(interpolationkey, value, language) : value,
};

/** Native names of the languages. */
export const LANGUAGE_NAMES = {
  vi: 'Tiếng Việt',
  en: 'English',
  ja: '日本語',
  zh: '中文',
  ko: '한국어',
} as const satisfies Record<Language, string>;

const languageOf = (name: string | null | undefined): Language | undefined =>
  LANGUAGES.find(language => language === name);

/** The language currently shown. */
export const languageNow = (): Language => languageOf(i18next.language) ?? DEFAULT_LANGUAGE;

/**
 * Initializes i18n in the remembered language (default Vietnamese); resolves when the shell's words are loaded with the
 * white label's wording. `worded` is false if a project's wording, which contains the white label's, follows.
 */
export async function startI18n(worded = true): Promise<void> {
  const language = languageOf(readKept(KEY)) ?? DEFAULT_LANGUAGE;
  i18next.on('languageChanged', name => {
    document.documentElement.lang = name;
  });
  const wording = worded && loadWording(language);
  await i18next
    .use(backend)
    .use(formatter)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      ns: START,
      defaultNS: 'common',
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
      // React escapes output. A screen whose texts are loading shows its route's skeleton.
      react: { useSuspense: true, bindI18nStore: 'added' },
    });
  await wording;
  sayAnew(language);
  onWording(sayAnew);
}

/**
 * Loads the refusals of all modules, which no screen needs to render: after it is rendered, and when a form opens. Until
 * then the common ones are available, and the server sends its messages in the reader's language. Also resolves on failure;
 * they are loaded again once the network is back.
 */
export function bringRefusals(): Promise<void> {
  refusalsRead ??= readRefusals(languageNow());
  return refusalsRead;
}

async function readRefusals(language: Language): Promise<void> {
  try {
    const words = await loadRefusals(language);
    i18next.addResourceBundle(language, 'errors', overrideTexts(language, 'errors', words), true, true);
  } catch {
    const again = () => {
      refusalsRead = null;
      void bringRefusals();
    };
    window.addEventListener('online', again, { once: true });
  }
}

/** Applies changed wordings to loaded texts; screens render again. */
function sayAnew(language: Language): void {
  for (const { module, texts } of overrideAll(language)) i18next.addResourceBundle(language, module, texts, true, true);
}

const AGAIN = 3000;
/** The requested language that cannot be shown yet. */
let awaited: Language | null = null;

/** Switches the language once the texts of the open screens are loaded; offline, the current language stays until then. */
async function setLanguage(language: Language): Promise<void> {
  if (awaited === language) return;
  awaited = language === languageNow() ? null : language;
  if (!awaited || (await switchTo(language))) return;
  toast({ tone: 'waiting', title: i18next.t('shell:language.awaited', { language: LANGUAGE_NAMES[language] }) });
  switchLater(language);
}

function switchLater(language: Language): void {
  setTimeout(async () => {
    if (!(await switchTo(language))) switchLater(language);
  }, AGAIN);
}

/** Returns whether the language is shown, or no longer requested. */
async function switchTo(language: Language): Promise<boolean> {
  const there = await bring(language);
  if (awaited !== language) return true;
  if (there) {
    awaited = null;
    writeKept(KEY, language);
    await i18next.changeLanguage(language);
  }
  return there;
}

/** Loads a language's texts for all namespaces in use; false if that is impossible now. */
async function bring(language: Language): Promise<boolean> {
  // Browsers may cache the failure of a module import without network forever, so the server is contacted first.
  if (!(await loadWording(language))) return false;
  const used = Object.keys(i18next.getDataByLanguage(languageNow()) ?? {});
  return Promise.all(used.map(module => firstWords([language], module))).then(
    () => true,
    () => false,
  );
}

/** Interface by which the choice is synchronized between the user's devices. */
export const languageChoice = {
  now: languageNow,
  take: (value: string) => {
    const language = languageOf(value);
    if (language) void setLanguage(language);
  },
  onChange: (listener: () => void) => i18next.on('languageChanged', listener),
};

/** The reader's language and how to change it; remembered in this browser. */
export function useLanguage(): { language: Language; setLanguage: (language: Language) => Promise<void> } {
  const { i18n } = useTranslation();
  return { language: languageOf(i18n.language) ?? DEFAULT_LANGUAGE, setLanguage };
}
