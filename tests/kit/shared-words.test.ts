import type { Words } from '@lobby/shared/kit/default-words.ts';
import { gatherWords } from '@lobby/shared/kit/shared-words.ts';
import { expect, it } from 'vitest';
import { readWords, textsOf } from '../setup/contract/words.ts';

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

it('spells Vietnamese one way, and calls nothing but a tax invoice so', () => {
  const texts = [...textsOf(readWords('vi'))].filter(([key]) => !key.startsWith('guide-pages:'));
  const found = (wrong: RegExp) => texts.filter(([, said]) => wrong.test(said)).map(([key]) => key);
  // hoá, huỷ, toà: the tone mark stands on the last vowel of an open syllable.
  expect(found(/(?<![\p{L}])\p{L}*(óa|òa|ỏa|õa|ọa|óe|òe|ỏe|õe|ọe|úy|ùy|ủy|ũy|ụy)(?![\p{L}])/u)).toEqual([]);
  expect(found(/(?<![\p{L}])(HĐ|e-mail|E-mail|online)(?![\p{L}])/u)).toEqual([]);
});

it('says English as the trade does: lifts, work orders, and no bare numbers of ours', () => {
  const texts = [...textsOf(readWords('en'))].filter(([key]) => !key.startsWith('guide-pages:'));
  const said = (wrong: RegExp) =>
    texts.filter(([, one]) => wrong.test(one.replace(/\{[^}]*\}/g, ''))).map(([key]) => key);
  expect(said(/elevator|maintenance works?\b|familiar guest|^Cancel it$/i)).toEqual([]);
});
