import { expect, it } from 'vitest';
import { readSources } from './structure.ts';

const DRAWS = 'client/kit/ui/list/rows/cells.tsx';

it('draws the cells of modules in one place, where what they leave out is the kit’s', () => {
  const files = readSources(['client/kit/ui/list/**/*.{ts,tsx}']);
  const draws = [...files].filter(([, text]) => /\bcells\?\.\[/.test(text)).map(([path]) => path);
  expect(draws).toEqual([DRAWS]);
  // A hidden cell returns null: a table that treats null as empty would show less than the card beside it.
  expect(files.get(DRAWS)).toMatch(/cells\?\.\[column\.field\]\?\.\(row, context\) \?\? drawCell\(/);
});
