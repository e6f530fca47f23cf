import type { Words } from '@lobby/shared/kit/default-words.ts';
import { gatherWords } from '@lobby/shared/kit/shared-words.ts';
import { expect, it } from 'vitest';

const files = (label: Words) =>
  new Map<string, Words>([
    ['errors', { FAIL: 'It failed' }],
    ['menu', { short: { units: 'Units' } }],
    ['label', { name: 'Label', ...label }],
  ]);

it('puts the words that a noun keeps for others into their files, and leaves the noun its own', () => {
  const all = gatherWords(files({ $shared: { errors: { IN_USE: 'Used' }, menu: { short: { labels: 'Labels' } } } }));
  expect(Object.fromEntries(all)).toEqual({
    errors: { FAIL: 'It failed', IN_USE: 'Used' },
    menu: { short: { units: 'Units', labels: 'Labels' } },
    label: { name: 'Label' },
  });
});

it('refuses a key that is said twice, and a file that is not there', () => {
  expect(() => gatherWords(files({ $shared: { errors: { FAIL: 'No' } } }))).toThrow('FAIL is said twice');
  expect(() => gatherWords(files({ $shared: { nothing: { a: 'b' } } }))).toThrow('there is no file nothing');
});
