import { readPhone, toE164 } from '@lobby/shared/kit/contact.ts';
import { languageOf } from '@lobby/shared/kit/languages.ts';
import { contentRange, totalOf } from '@lobby/shared/kit/paging.ts';
import { holds } from '@lobby/shared/kit/permissions.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('a phone', () => {
  it.each([
    ['0912 345 678', '+84912345678'],
    ['+84 912345678', '+84912345678'],
    ['84912345678', '+84912345678'],
    ['0912.345.678', '+84912345678'],
    ['(091) 234-5678', '+84912345678'],
    ['091234567', '+8491234567'],
    ['09123456789', '+849123456789'],
  ])('%s is %s', (typed, stored) => {
    expect(toE164(typed)).toBe(stored);
  });

  it.each(['0912345', '091234567890', '912345678', '+85912345678', '0012345678', '09123a5678', '', '+84', 'phone'])(
    '%j is none',
    typed => {
      expect(toE164(typed)).toBeNull();
    },
  );

  it('is read back as it was, in groups', () => {
    expect(readPhone('+84912345678')).toBe('0912 345 678');
    fc.assert(
      fc.property(fc.stringMatching(/^\+84[1-9]\d{7,9}$/), phone => {
        expect(toE164(readPhone(phone))).toBe(phone);
      }),
    );
  });
});

describe('the language of a request', () => {
  it.each([
    [undefined, 'vi'],
    ['', 'vi'],
    ['*', 'vi'],
    ['fr', 'vi'],
    ['en-GB', 'en'],
    ['EN', 'en'],
    ['fr, ko;q=0.8, en;q=0.5', 'ko'],
    ['zh-Hant-TW', 'zh'],
    ['ja,', 'ja'],
  ])('%j is %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});

describe('the range of a page', () => {
  it.each([
    [0, 20, 1234, 'items 0-19/1234'],
    [40, 3, 43, 'items 40-42/43'],
    [0, 0, 0, 'items */0'],
    [100, 0, 43, 'items */43'],
    [null, 20, 1234, 'items */1234'],
  ])('from %j, %d rows of %d is %s', (offset, rows, total, range) => {
    expect(contentRange(offset, rows, total)).toBe(range);
    expect(totalOf(range)).toBe(total);
  });
});

it('an absent module means no right at all', () => {
  expect(holds({}, 'LABEL', 'read')).toBe(false);
  expect(holds({ LABEL: ['write'] }, 'LABEL', 'read')).toBe(false);
  expect(holds({ LABEL: ['read'] }, 'LABEL', 'read')).toBe(true);
  expect(holds({}, 'constructor', 'read')).toBe(false);
  expect(holds({}, '__proto__', 'read')).toBe(false);
});
