import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOf } from '@lobby/shared/kit/languages.ts';
import { sayNouns, type Wording } from '@lobby/shared/kit/nouns.ts';
import { exactText } from '@lobby/shared/modules/conference-math.ts';
import { useSyncExternalStore } from 'react';
import { call, setLanguage } from './data/api.ts';

interface Words {
  [key: string]: string | Words;
}

const FILES = import.meta.glob<{ default: Words }>('../../shared/locales/*/resident-app.json');
const KEY = 'resident-language';
let words: Words = {};
let current: Language = DEFAULT_LANGUAGE;
const OWN: Wording = { words: {}, texts: {} };
/** Words replaced by white label and building. */
let wording = OWN;
let turns = 0;
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

/** Loads the wording of white label and current building; keeps the current one on failure. */
export async function loadWording(): Promise<void> {
  const turn = ++turns;
  const answer = await call<Wording>(`/dictionary?language=${current}`).catch(() => null);
  if (!answer || turn !== turns) return;
  wording = { words: answer.words, texts: answer.texts };
  version++;
  for (const draw of drawn) draw();
}

/** Re-renders when the wording changes. */
export const useWording = (): number =>
  useSyncExternalStore(
    draw => {
      drawn.add(draw);
      return () => drawn.delete(draw);
    },
    () => version,
  );

/** Translates a key, filling in values; an unknown option is returned as its own text. */
export function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  let found: string | Words | undefined = words;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  const text =
    wording.texts[`resident-app:${key}`] ?? (typeof found === 'string' ? found : (key.split('.').at(-1) ?? ''));
  return sayNouns(text, current, wording.words).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  );
}

/** Name in English if there is one and the app is not in Vietnamese. */
export const namedIn = ({ name, nameEn }: { name: string; nameEn?: string | null }): string =>
  (current !== 'vi' && nameEn) || name;

let zone: string | null = null;
/** Sets the building's time zone; null: the device's. */
export const setZone = (next: string | null): void => {
  zone = next;
};
/** DD/MM/YYYY HH:mm in the building's time zone. */
export function when(at: string | Date | null | undefined): string {
  if (!at) return '';
  return new Intl.DateTimeFormat('en-GB', {
    ...(zone && { timeZone: zone }),
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(new Date(at))
    .replace(', ', ' ');
}
/** Formats a calendar day as DD/MM/YYYY. */
export const day = (date: string): string => date.split('-').reverse().join('/');
/** `Friday, 27/11`. */
export function weekday(date: string): string {
  const name = new Intl.DateTimeFormat(current, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
  return `${name.charAt(0).toLocaleUpperCase(current)}${name.slice(1)}, ${day(date).slice(0, 5)}`;
}
/** Days from today after which a day is named with its year. */
const NEAR_DAYS = 180;
/** `Fr 27/11`, with the year if it is more than half a year away. */
export function shortWeekday(date: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  const isNear = Math.abs(at.getTime() - Date.now()) < NEAR_DAYS * DAY_MS;
  return `${t(`weekdays.${at.getUTCDay()}`)} ${isNear ? day(date).slice(0, 5) : day(date)}`;
}
/** `Friday, 27/11/2026`. */
export const fullDay = (date: string): string => `${weekday(date)}/${date.slice(0, 4)}`;
/** Locale keys of common Vietnamese units of measurement. */
const UNITS: Readonly<Record<string, string>> = {
  xe: 'vehicle',
  hộ: 'household',
  thẻ: 'card',
  người: 'person',
  lần: 'time',
  tháng: 'month',
};
/** Unit of measurement in the reader's language, singular or plural. */
export function unitWord(name: string | null, quantity = 1): string {
  const unit = UNITS[name ?? ''];
  return unit ? t(`units.${unit}${quantity === 1 ? '' : 's'}`) : (name ?? '');
}
const counted = (unit: string, count: number) => t(`spans.${unit}${count === 1 ? '' : 's'}`, { count });
/** `8 minutes`, `2 hours`. */
export const spanOf = (minutes: number): string =>
  minutes < 60 ? counted('minute', minutes) : counted('hour', Math.round(minutes / 60));
/** HH:mm. */
export const time = (at: string | Date | null): string => when(at).slice(11);
/** Formats votes and shares, to two decimals. */
export const votes = (value: number): string => exactText(value, current);
/** Formats a number for the language. */
export const number = (value: number): string => new Intl.NumberFormat(current).format(value);
/** The day of a time in the building's time zone: `2026-11-27`. */
export const dayAt = (at: string | Date | null): string => when(at).slice(0, 10).split('/').reverse().join('-');
/** `1.234.567 ₫`. */
export const money = (amount: number): string => `${new Intl.NumberFormat(current).format(amount)}\u00a0₫`;
export { LANGUAGES };
