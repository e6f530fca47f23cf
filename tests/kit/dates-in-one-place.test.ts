import { expect, it } from 'vitest';
import { readSources } from './structure.ts';

/** Days sliced from instants (`when` of the residents' app writes them in the building's zone), or counted in milliseconds. */
const BY_HAND =
  /(?:\.toISOString\(\)|(?<!when\([\w.]*)(?:At|\bat|\.to)\)?)\.slice\(0, ?10\)|\.toISOString\(\)\.slice\(0, ?7\)|\b86_?400_?000\b/;
const CALENDAR = 'shared/kit/dates.ts';

const found = (files: Iterable<readonly [string, string]>) =>
  [...files].flatMap(([path, text]) => {
    const line = text.split('\n').findIndex(one => BY_HAND.test(one));
    return line < 0 || path === CALENDAR ? [] : [`${path}:${line + 1}`];
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
