import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { expect, it } from 'vitest';

it.each([
  [0, 'Không đồng', 'Zero dong', '零ドン', '零越南盾整', '영 동'],
  [15, 'Mười lăm đồng', 'Fifteen dong', '十五ドン', '壹拾伍越南盾整', '십오 동'],
  [
    12_500_000,
    'Mười hai triệu năm trăm nghìn đồng',
    'Twelve million five hundred thousand dong',
    '千二百五十万ドン',
    '壹仟贰佰伍拾万越南盾整',
    '천이백오십만 동',
  ],
  [
    1_000_005,
    'Một triệu không trăm linh năm đồng',
    'One million five dong',
    '百万五ドン',
    '壹佰万零伍越南盾整',
    '백만오 동',
  ],
  [
    21_055_121,
    'Hai mươi mốt triệu không trăm năm mươi lăm nghìn một trăm hai mươi mốt đồng',
    'Twenty-one million fifty-five thousand one hundred twenty-one dong',
    '二千百五万五千百二十一ドン',
    '贰仟壹佰零伍万伍仟壹佰贰拾壹越南盾整',
    '이천백오만오천백이십일 동',
  ],
  [3_000_000_000, 'Ba tỷ đồng', 'Three billion dong', '三十億ドン', '叁拾亿越南盾整', '삼십억 동'],
])('writes %d out', (amount, ...words) => {
  expect(LANGUAGES.map(language => amountInWords(amount, language))).toEqual(words);
});

it.each([
  [871_020, 'Tám trăm bảy mươi mốt nghìn không trăm hai mươi đồng'],
  [3_305_087, 'Ba triệu ba trăm linh năm nghìn không trăm tám mươi bảy đồng'],
  [145_000, 'Một trăm bốn mươi lăm nghìn đồng'],
  [2001, 'Hai nghìn không trăm linh một đồng'],
  [1234, 'Một nghìn hai trăm ba mươi tư đồng'],
  [21, 'Hai mươi mốt đồng'],
  [105, 'Một trăm linh năm đồng'],
  [1_000_000_001, 'Một tỷ không trăm linh một đồng'],
  [1_500_000_000_000, 'Một nghìn năm trăm tỷ đồng'],
  [-500_000, 'Âm năm trăm nghìn đồng'],
])('writes %d in Vietnamese', (amount, words) => {
  expect(amountInWords(amount, 'vi')).toBe(words);
});

it.each([
  [10_000_000, 'ja', '一千万ドン'],
  [110_000_000, 'ja', '一億一千万ドン'],
  [12_000_000, 'ja', '千二百万ドン'],
  [-5000, 'ja', 'マイナス五千ドン'],
  [-5000, 'zh', '负伍仟越南盾整'],
  [-5000, 'ko', '마이너스 오천 동'],
  [1_234_500_000_000, 'zh', '壹万贰仟叁佰肆拾伍亿越南盾整'],
  [1_000_000_000_000, 'zh', '壹万亿越南盾整'],
  [1_000_500_000_000, 'zh', '壹万零伍亿越南盾整'],
] as const)('writes %d in %s as people there do', (amount, language, words) => {
  expect(amountInWords(amount, language)).toBe(words);
});

it('writes an amount as its building does, and in the capitals of banks', () => {
  const own = { odd: 'lẻ', four: 'bốn', thousand: 'ngàn', even: 'on' } as const;
  expect(amountInWords(1234, 'vi', own)).toBe('Một ngàn hai trăm ba mươi bốn đồng');
  expect(amountInWords(105, 'vi', own)).toBe('Một trăm lẻ năm đồng');
  expect(amountInWords(145_000, 'vi', own)).toBe('Một trăm bốn mươi lăm ngàn đồng chẵn');
  expect(amountInWords(871_020, 'en')).toBe('Eight hundred seventy-one thousand twenty dong');
  expect(amountInWords(871_020, 'zh')).toBe('捌拾柒万壹仟零贰拾越南盾整');
  expect(amountInWords(871_020, 'ja')).toBe('八十七万千二十ドン');
  expect(amountInWords(871_020, 'ko')).toBe('팔십칠만일천이십 동');
});
