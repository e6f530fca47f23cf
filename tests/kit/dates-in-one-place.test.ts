import { expect, it } from 'vitest';
import { readSources } from './structure.ts';

/** Days sliced from instants (`when` of the residents' app writes them in the building's zone), or counted in milliseconds. */
const BY_HAND =
  /(?:\.toISOString\(\)|(?<!when\([\w.]*)(?:At|\bat|\.to)\)?)\.slice\(0, ?10\)|\.toISOString\(\)\.slice\(0, ?7\)|\b86_?400_?000\b/;
/** Constants, months, weekdays and today's date, said again outside of the calendar. */
const SAID_AGAIN =
  /\b3_?600_?000\b|\b24 \* HOUR_MS|(?:MINUTE|MINUTE_MS) = 60_000|'Asia\/Ho_Chi_Minh'|T00:00:00Z`\)\.getUTCDay|(?<!export const )\b(?:day|Day|date|today|on)\)*\.slice\(0, 7\)|\bdayOf\(ctx\.now, ctx\.project\.timeZone\)/;
const CALENDAR = ['shared/kit/dates.ts', 'server/kit/base/local-time.ts', 'shared/modules/unit-group.ts'];

const found = (files: Iterable<readonly [string, string]>, pattern = BY_HAND) =>
  [...files].flatMap(([path, text]) => {
    const line = text.split('\n').findIndex(one => pattern.test(one));
    return line < 0 || CALENDAR.includes(path) ? [] : [`${path}:${line + 1}`];
  });

it('counts days in shared/kit/dates.ts alone', () => {
  const files = readSources(['{shared,server,client,tests}/**/*.{ts,tsx}'], ['**/locales', 'tests/kit/dates*.ts']);
  expect(files.size).toBeGreaterThan(1000);
  expect(found(files)).toEqual([]);
});

it.each([
  'const day = at.toISOString().slice(0, 10);',
  'const month = now.toISOString().slice(0, 7);',
  'const week = 7 * 86_400_000;',
  'const called = day(one.lastContact.at.slice(0, 10));',
  'const made = day(String(one.createdAt).slice(0, 10));',
])('finds %s', line => {
  expect(found([['server/modules/planted.ts', line]])).toHaveLength(1);
});

it('takes constants, weekdays and months of days from there', () => {
  const files = readSources(['{shared,server,client}/**/*.{ts,tsx}'], ['**/locales', '**/*.test.*']);
  expect(found(files, SAID_AGAIN)).toEqual([]);
});

it.each([
  'const HOUR_MS = 3_600_000;',
  'const MINUTE_MS = 60_000;',
  'const GIVEN_UP_MS = 24 * HOUR_MS;',
  "const day = dayOf(now, 'Asia/Ho_Chi_Minh');",
  'const weekday = new Date(`2026-11-27T00:00:00Z`).getUTCDay();',
  'const month = today.slice(0, 7);',
  'const day = dayOf(ctx.now, ctx.project.timeZone);',
])('finds %s, said again', line => {
  expect(found([['server/modules/planted.ts', line]], SAID_AGAIN)).toHaveLength(1);
});
