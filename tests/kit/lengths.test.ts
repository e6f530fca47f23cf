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

// A figure, and no verdict: a tenth file over the limit is looked at, not a reason to stop.
it(`says how many files have more than ${USUAL} lines`, () => {
  const long = over(USUAL);
  const share = Math.round((1000 * long.length) / files.size) / 10;
  console.info(`${long.length} of ${files.size} files (${share} %) have more than ${USUAL} lines`);
});
