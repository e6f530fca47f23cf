import { clean, fold, foldCode, nameKey, queryKeys, searchKeys } from '@lobby/shared/kit/text-search.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const text = fc.string({ unit: 'grapheme', maxLength: 200 });

describe('text as it is stored', () => {
  it.each([
    ['  Nguyễn   Văn\tĐức ', 'Nguyễn Văn Đức'],
    ['Nguye\u0302\u0303n', 'Nguyễn'],
    ['a\u00a0\u00a0b', 'a b'],
    ['a\u0000b\u200bc\ufeff', 'a bc'],
    ['Nguy\u200bễn\u00ad \u202eVăn\u202c', 'Nguyễn Văn'],
    ['\u3164\u115f\u2800', ''],
    ['a\ud800b', 'ab'],
    [`a${'\u0301'.repeat(20)}b`, `á${'\u0301'.repeat(4)}b`],
    ['👩\u200d🔧 a\u200db', '👩\u200d🔧 ab'],
    ['one\ntwo', 'one two'],
    ['', ''],
    [' \n\t ', ''],
  ])('%j becomes %j', (given, stored) => {
    expect(clean(given)).toBe(stored);
  });

  it.each([
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['one  \n   two', 'one\ntwo'],
    ['one\n\n\n\n\ntwo', 'one\n\ntwo'],
    ['\n\n one \n', 'one'],
    ['a\t\tb', 'a b'],
  ])('of several lines, %j becomes %j', (given, stored) => {
    expect(clean(given, true)).toBe(stored);
  });

  it('is not changed by cleaning it again, and holds no control character or double space', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (given, lines) => {
        const once = clean(given, lines);
        expect(clean(once, lines)).toBe(once);
        expect(once).toBe(once.trim().normalize('NFC'));
        expect(once).not.toMatch(lines ? /[\p{Cc}](?<!\n)| {2}/u : /\p{Cc}| {2}/u);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('folding', () => {
  it.each([
    ['Nguyễn Văn Đức', 'nguyen van duc'],
    ['ĐƯỜNG', 'duong'],
    ['đ', 'd'],
    ['Ấ Ậ Ẵ Ợ Ữ Ỵ', 'a a a o u y'],
    ['日本', '日本'],
  ])('%s is %s', (given, folded) => {
    expect(fold(given)).toBe(folded);
  });

  it.each([
    ['29A-123.45', '29a12345'],
    ['YC-2611-00482', 'yc261100482'],
    ['Đ 12/3', 'd123'],
  ])('of a code, %s is %s', (given, folded) => {
    expect(foldCode(given)).toBe(folded);
  });
});

describe('two names', () => {
  it.each([
    ['Thu', ' THU '],
    ['Nguyễn  Văn', 'nguyễn văn'],
    ['Ðức', 'đức'],
    ['Thu\u031b', 'Thư'],
  ])('%s and %s are one', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });
  it.each([
    ['Thu', 'Thư'],
    ['Hùng', 'Hưng'],
    ['D', 'Đ'],
  ])('%s and %s are two', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
  });
});

const finds = (texts: string[], codes: string[], typed: string) => {
  const keys = new Set(searchKeys(texts, codes));
  const asked = queryKeys(typed);
  return asked.length > 0 && asked.every(key => keys.has(key));
};

describe('searching', () => {
  it.each([
    ['nguyen van duc'],
    ['NGUYỄN'],
    ['đức nguyễn'],
    ['ngu'],
    ['du'],
    ['29A-123.45'],
    ['29a12345'],
    ['29a'],
    ['123'],
    ['YC-2611-00482'],
    ['yc261100482'],
    ['482'],
    ['00482'],
    ['duc 482'],
  ])('finds by %s', typed => {
    expect(finds(['Nguyễn Văn Đức'], ['29A-123.45', 'YC-2611-00482'], typed)).toBe(true);
  });

  it.each([['nguyenvan'], ['uyen'], ['482x'], ['4829'], ['duc minh'], ['30a'], ['zz']])(
    'does not find by %s',
    typed => {
      expect(finds(['Nguyễn Văn Đức'], ['29A-123.45', 'YC-2611-00482'], typed)).toBe(false);
    },
  );

  it('keeps at most 80 keys, however long the text', () => {
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (texts, codes) => {
        const keys = searchKeys(texts, codes);
        expect(keys.length).toBeLessThanOrEqual(80);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it('asks for at most ten words, of text that is none for nothing', () => {
    expect(queryKeys('a b c d e f g h i j k l')).toHaveLength(10);
    expect(queryKeys(' !?… -- ')).toEqual([]);
    expect(queryKeys('an an AN')).toEqual(['an']);
  });

  it('finds every record by any whole word of a short text', () => {
    const tones = ['', '\u0300', '\u0301', '\u0303', '\u0309', '\u0323'];
    const vowels = [...'aăâeêioôơuưy'].flatMap(vowel => tones.map(tone => (vowel + tone).normalize('NFC')));
    const unit = fc.constantFrom(...vowels, ...'bcdđghklmnpqrstvxfjwz');
    const word = fc.string({ unit, minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), (words, n) => {
        expect(finds([words.join(' ')], [], words[n % words.length] ?? '')).toBe(true);
      }),
    );
  });
});
