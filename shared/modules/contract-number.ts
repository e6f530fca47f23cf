import type { Day } from '../kit/dates.ts';

/** How contracts are numbered where a project says nothing: `{n}` runs through a year (or a month, where `{mm}` is named). */
export const CONTRACT_NUMBER = '{n}/{yyyy}/HDT-{code}';

const PARTS = /\{(n|yyyy|mm|code)\}/g;
const DIGITS = 3;

/** Whether a pattern names its running number once, and makes numbers that a contract can have. */
export const isContractPattern = (pattern: string): boolean =>
  pattern.split('{n}').length === 2 && /^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u.test(pattern.replace(PARTS, '1'));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The numbers of the same run: whichever unit they name; the running number is their first group. */
export function runOf(pattern: string, day: Day): RegExp {
  const parts: Readonly<Record<string, string>> = {
    n: '(\\d+)',
    yyyy: day.slice(0, 4),
    mm: day.slice(5, 7),
    code: '.*',
  };
  // Names and what stands between them, by turns.
  const body = pattern.split(PARTS).map((part, at) => (at % 2 === 1 ? parts[part] : escaped(part)));
  return new RegExp(`^${body.join('')}$`, 'iu');
}

/** The number after all of these. */
export function nextNumber(pattern: string, day: Day, unit: string, codes: readonly string[]): string {
  const run = runOf(pattern, day);
  const last = codes.reduce((most, code) => Math.max(most, Number(run.exec(code)?.[1] ?? 0)), 0);
  const parts: Readonly<Record<string, string>> = {
    n: String(last + 1).padStart(DIGITS, '0'),
    yyyy: day.slice(0, 4),
    mm: day.slice(5, 7),
    code: unit,
  };
  return pattern.replace(PARTS, (_, name: string) => parts[name] ?? '');
}
