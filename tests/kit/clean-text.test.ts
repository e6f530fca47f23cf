import { isolated, visibleText } from '@lobby/shared/kit/clean-text.ts';
import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { clean, queryKeys } from '@lobby/shared/kit/text-search.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const NASTY = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\ufe0f',
  '\u0301',
  '\u202e',
  '\u3164',
  'ب',
  'क',
  '\u094d',
  '👩',
  '🔧',
  '🏽',
  'e',
  ' ',
];

describe('a text', () => {
  it.each([
    ['zero widths', 'Nguy\u200bễn\u2060 V\ufeffăn', 'Nguyễn Văn'],
    ['direction marks', '\u202eanh.gpj\u202c \u2066x\u2069\u200e\u061c', 'anh.gpj x'],
    ['soft hyphens', 'Tri\u00adnh', 'Trinh'],
    ['fillers', '\u3164\u115f\u1160\uffa0\u2800', ''],
    ['tags and what is no character', 'a\u{e0041}\ufffe\ufdd0b', 'ab'],
    ['halves of surrogate pairs', 'a\ud800b\udc00', 'ab'],
    ['joiners between letters that do not join', 'a\u200db\u200cc', 'abc'],
    ['selectors of nothing', '\ufe0f a', ' a'],
    ['what parts a letter from its mark', 'e\u034f\u0301', 'é'],
    ['towers of marks', `a${'\u0301'.repeat(20)}`, `á${'\u0301'.repeat(4)}`],
    ['marks without a letter', '\u0301\u0302', ''],
  ])('loses %s', (_, given, kept) => {
    expect(visibleText(given)).toBe(kept);
  });

  it.each([
    ['pictures of several', '👩🏽\u200d🔧 🏳\ufe0f\u200d🌈 ❤\ufe0f'],
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष'],
    ['the form of a Japanese letter', '葛\u{e0100}城'],
    ['Vietnamese, Thai and Korean', 'Nguyễn Thị Ngọc Diễm ที่นี่ 한글'],
  ])('keeps %s', (_, given) => {
    expect(visibleText(given)).toBe(given.normalize('NFC'));
  });

  it('is the same when it is looked at again', () => {
    const pieces = fc.array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 2 })));
    fc.assert(
      fc.property(pieces, parts => {
        const once = visibleText(parts.join(''));
        expect(visibleText(once)).toBe(once);
        expect(clean(clean(once, true), true)).toBe(clean(once, true));
      }),
      { numRuns: 3000 },
    );
  });

  it('that names a file stands by itself in a sentence', () => {
    expect(isolated('\u202eשלום.pdf')).toBe('\u2068שלום.pdf\u2069');
  });

  it('is found however it was pasted into the search', () => {
    expect(queryKeys('Nguy\u200bễn')).toEqual(queryKeys('Nguyễn'));
  });

  it('counts as given only where somebody can see it', () => {
    const schema = inputSchema({ title: { kind: 'text', max: 20, required: true } }, 'create');
    for (const title of ['\u200b\u200b', '\u3164', '\u2800 \u00ad', '\u0301'])
      expect(schema.safeParse({ title }).success, JSON.stringify(title)).toBe(false);
    expect(schema.parse({ title: '\u202eA\u200b' })).toEqual({ title: 'A' });
  });
});
