import type { Day } from '../kit/dates.ts';

/** Default pattern of contract numbers. `{n}` counts per year, or per month where `{mm}` is used. */
export const CONTRACT_NUMBER = '{n}/{yyyy}/HDT-{code}';

const PARTS = /\{(n|yyyy|mm|code)\}/g;
const DIGITS = 3;

/** Whether a pattern contains `{n}` exactly once and yields valid contract numbers. */
export const isContractPattern = (pattern: string): boolean =>
  pattern.split('{n}').length === 2 && /^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u.test(pattern.replace(PARTS, '1'));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A RegExp that matches numbers of the same series for any unit; group 1 is the counter. */
export function runOf(pattern: string, day: Day): RegExp {
  const parts: Readonly<Record<string, string>> = {
    n: '(\\d+)',
    yyyy: day.slice(0, 4),
    mm: day.slice(5, 7),
    code: '.*',
  };
  // The split alternates literal text and variable names.
  const body = pattern.split(PARTS).map((part, at) => (at % 2 === 1 ? parts[part] : escaped(part)));
  return new RegExp(`^${body.join('')}$`, 'iu');
}

/** The number after the highest given one of the series. */
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
