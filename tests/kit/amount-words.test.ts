import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { expect, it } from 'vitest';

it.each([
  [0, 'Không đồng', 'Zero Vietnamese dong', '〇ドン', '零越南盾', '영 동'],
  [15, 'Mười lăm đồng', 'Fifteen Vietnamese dong', '十五ドン', '十五越南盾', '십오 동'],
  [
    12_500_000,
    'Mười hai triệu năm trăm nghìn đồng',
    'Twelve million five hundred thousand Vietnamese dong',
    '千二百五十万ドン',
    '一千二百五十万越南盾',
    '천이백오십만 동',
  ],
  [
    1_000_005,
    'Một triệu không trăm lẻ năm đồng',
    'One million five Vietnamese dong',
    '百万五ドン',
    '一百万零五越南盾',
    '백만오 동',
  ],
  [
    21_055_121,
    'Hai mươi mốt triệu không trăm năm mươi lăm nghìn một trăm hai mươi mốt đồng',
    'Twenty-one million fifty-five thousand one hundred twenty-one Vietnamese dong',
    '二千百五万五千百二十一ドン',
    '二千一百零五万五千一百二十一越南盾',
    '이천백오만오천백이십일 동',
  ],
  [3_000_000_000, 'Ba tỷ đồng', 'Three billion Vietnamese dong', '三十億ドン', '三十亿越南盾', '삼십억 동'],
])('writes %d out', (amount, ...words) => {
  expect(LANGUAGES.map(language => amountInWords(amount, language))).toEqual(words);
});
