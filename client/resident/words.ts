import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOf } from '@lobby/shared/kit/languages.ts';
import { sayNouns, type Wording } from '@lobby/shared/kit/nouns.ts';
import { useSyncExternalStore } from 'react';
import { call, setLanguage } from './api.ts';

interface Words {
  [key: string]: string | Words;
}

const FILES = import.meta.glob<{ default: Words }>('../../shared/locales/*/resident-app.json');
const KEY = 'resident-language';
let words: Words = {};
let current: Language = DEFAULT_LANGUAGE;
const OWN: Wording = { words: {}, texts: {} };
/** What the white label and the building call otherwise. */
let wording = OWN;
let asked = 0;
let version = 0;
const drawn = new Set<() => void>();

export const languageNow = (): Language => current;

/** Loads the words of the chosen language, else of the browser's. */
export async function loadWords(chosen?: Language): Promise<void> {
  current = chosen ?? languageOf(localStorage.getItem(KEY) ?? navigator.language);
  if (chosen) localStorage.setItem(KEY, chosen);
  setLanguage(current);
  document.documentElement.lang = current;
  words = (await FILES[`../../shared/locales/${current}/resident-app.json`]?.())?.default ?? {};
  wording = OWN;
  void loadWording();
}

/** Asks how the white label, and the building that somebody is in, word things; keeps what is known where that fails. */
export async function loadWording(): Promise<void> {
  const turn = ++asked;
  const answer = await call<Wording>(`/dictionary?language=${current}`).catch(() => null);
  if (!answer || turn !== asked) return;
  wording = { words: answer.words, texts: answer.texts };
  version++;
  for (const draw of drawn) draw();
}

/** Draws anew what is shown as the wording comes. */
export const useWording = (): number =>
  useSyncExternalStore(
    draw => {
      drawn.add(draw);
      return () => drawn.delete(draw);
    },
    () => version,
  );

/** The words of a key with its values; a list of words by an option that is not known says the option. */
export function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  let found: string | Words | undefined = words;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  const text =
    wording.texts[`resident-app:${key}`] ?? (typeof found === 'string' ? found : (key.split('.').at(-1) ?? ''));
  return sayNouns(text, current, wording.words).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  );
}

const two = (n: number) => String(n).padStart(2, '0');
/** DD/MM/YYYY HH:mm. */
export function when(at: string | null | undefined): string {
  if (!at) return '';
  const date = new Date(at);
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
/** DD/MM/YYYY of a calendar day. */
export const day = (date: string): string => date.split('-').reverse().join('/');
/** HH:mm. */
export const time = (at: string): string => when(at).slice(11);
/** `1.234.567 ₫`. */
export const money = (amount: number): string => `${new Intl.NumberFormat(current).format(amount)}\u00a0₫`;
export { LANGUAGES };
