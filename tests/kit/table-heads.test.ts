import { expect, it } from 'vitest';
import { readSources } from './structure.ts';

/** A head without words is read out as an empty column; an empty cell is a `td`. */
const EMPTY_HEAD = /<(?:Table\.ColumnHeader|th)\b[^<>]*(?:\/>|>\s*<\/(?:Table\.ColumnHeader|th)>)/;

it('has no table head without words', () => {
  expect('<th colSpan={2} />').toMatch(EMPTY_HEAD);
  const sources = [...readSources(['client/**/*.tsx'])];
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(([path, text]) => (EMPTY_HEAD.test(text) ? path : []))).toEqual([]);
});
