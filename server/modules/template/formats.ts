import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { Shown } from './engine.ts';

/** Formatting of values: the language, and whether accents are removed for text messages (where `₫` would cost a segment). */
export interface Manner {
  language: Language;
  folded: boolean;
  /** In a mail: accent colour of links and tables. */
  accent?: string;
}

const VIETNAMESE = new Intl.NumberFormat('vi');
const OTHER = new Intl.NumberFormat('en');
const grouped = (amount: number, language: Language) => (language === 'vi' ? VIETNAMESE : OTHER).format(amount);

export const moneyOf = (amount: number, { language, folded }: Manner): Shown =>
  new Shown(amount, folded ? `${grouped(amount, language)}d` : `${grouped(amount, language)}\u00a0₫`);

export const numberOf = (value: number, { language }: Pick<Manner, 'language'>, unit = ''): Shown =>
  new Shown(value, `${grouped(value, language)}${unit.replace(' ', '\u00a0')}`);

const written = (day: string) => day.split('-').toReversed().join('/');

/** A day or month: 25/11/2026, 11/2026. */
export const dateOf = (day: string | null | undefined): Shown | null => (day ? new Shown(day, written(day)) : null);

const LONG: Readonly<Record<Language, (y: number, m: number, d: number) => string>> = {
  vi: (y, m, d) => `ngày ${d} tháng ${m} năm ${y}`,
  en: (y, m, d) =>
    new Date(Date.UTC(y, m - 1, d)).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
  ja: (y, m, d) => `${y}年${m}月${d}日`,
  zh: (y, m, d) => `${y}年${m}月${d}日`,
  ko: (y, m, d) => `${y}년 ${m}월 ${d}일`,
};

/** The day of filling, with its long form. */
export function todayShown(now: Date, timeZone: string, language: Language): Shown {
  const day = dayOf(now, timeZone);
  const [y = 0, m = 0, d = 0] = day.split('-').map(Number);
  return new Shown(day, written(day), new Shown(day, LONG[language](y, m, d)));
}
