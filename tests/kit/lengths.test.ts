import { expect, it } from 'vitest';
import { readSources } from './structure.ts';

const LONGEST = 300;
const USUAL = 150;

const files = readSources(
  ['{shared,server,client,scripts,tests}/**/*.{ts,tsx,mjs}'],
  ['**/locales', 'server/demo/texts'],
);
const lengths = [...files].map(([path, text]) => ({ path, lines: text.split('\n').length - 1 }));
const over = (limit: number) =>
  lengths.filter(({ lines }) => lines > limit).map(({ path, lines }) => `${path}: ${lines}`);

it(`keeps every file under ${LONGEST} lines`, () => {
  expect(files.size).toBeGreaterThan(0);
  expect(over(LONGEST)).toEqual([]);
});

it(`keeps nine files in ten under ${USUAL} lines`, () => {
  const long = over(USUAL);
  expect(long.length / files.size, long.join('\n')).toBeLessThanOrEqual(0.1);
});
