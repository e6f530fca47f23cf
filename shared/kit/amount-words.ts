import type { Language } from './languages.ts';

/** Variants of Vietnamese number words that a building may choose. */
export interface AmountStyle {
  odd: 'linh' | 'lẻ';
  four: 'tư' | 'bốn';
  thousand: 'nghìn' | 'ngàn';
  /** Adds `chẵn` to amounts that end with three zeros. */
  even: 'off' | 'on';
}
const USUAL: AmountStyle = { odd: 'linh', four: 'tư', thousand: 'nghìn', even: 'off' };

/** Spells out a whole amount in dong, up to 2^53, as documents state it beside the digits. */
export function amountInWords(amount: number, language: Language, style: Partial<AmountStyle> = {}): string {
  const whole = Math.round(Math.abs(amount));
  const words = BY[language](whole, { ...USUAL, ...style });
  const signed = amount < 0 ? `${MINUS[language]}${words}` : words;
  return `${signed.charAt(0).toUpperCase()}${signed.slice(1)}`;
}

const MINUS: Readonly<Record<Language, string>> = {
  vi: 'âm ',
  en: 'minus ',
  ja: 'マイナス',
  zh: '负',
  ko: '마이너스 ',
};

const JA = { digits: '零一二三四五六七八九', small: ['', '十', '百', '千'], large: ['', '万', '億', '兆'] };
const KO = { digits: '영일이삼사오육칠팔구', small: ['', '십', '백', '천'], large: ['', '만', '억', '조'] };
const BY: Readonly<Record<Language, (n: number, style: AmountStyle) => string>> = {
  vi: (n, style) => `${vietnamese(n, style)} đồng${style.even === 'on' && n > 0 && n % 1000 === 0 ? ' chẵn' : ''}`,
  en: n => `${english(n)} dong`,
  ja: n => `${byMyriads(n, { ...JA, roundSaid: true })}ドン`,
  zh: n => `${chinese(n)}越南盾整`,
  ko: n => `${byMyriads(n, { ...KO, thousandSaid: true })} 동`,
};

/** Splits a number into groups of `size` digits, the lowest first. */
function groupsOf(n: number, size: number): number[] {
  const groups: number[] = [];
  for (let rest = n; rest > 0; rest = Math.floor(rest / 10 ** size)) groups.push(rest % 10 ** size);
  return groups;
}

const VI = ['không', 'một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín'];
const BILLION = 1_000_000_000;

/** Groups of three digits; above 999 tỷ the count of tỷ is spelled out again. */
function vietnamese(n: number, style: AmountStyle, follows = false): string {
  if (n === 0) return follows ? '' : 'không';
  if (n >= BILLION) {
    const rest = vietnamese(n % BILLION, style, true);
    return `${vietnamese(Math.floor(n / BILLION), style, follows)} tỷ${rest && ` ${rest}`}`;
  }
  const large = ['', style.thousand, 'triệu'];
  const groups = groupsOf(n, 3);
  const parts = groups.map((group, at) => {
    if (group === 0) return '';
    return `${vietnameseGroup(group, follows || at < groups.length - 1, style)} ${large[at] ?? ''}`.trim();
  });
  return parts
    .toReversed()
    .filter(part => part !== '')
    .join(' ');
}

/** Three digits. A group after others states its leading zeros: `không trăm linh năm`. */
function vietnameseGroup(n: number, follows: boolean, { odd, four }: AmountStyle): string {
  const [hundreds, tens, units] = [Math.floor(n / 100), Math.floor((n % 100) / 10), n % 10];
  const words = hundreds > 0 || follows ? [VI[hundreds], 'trăm'] : [];
  if (tens === 0 && units > 0 && words.length > 0) words.push(odd);
  if (tens === 1) words.push('mười');
  else if (tens > 1) words.push(VI[tens], 'mươi');
  if (tens > 1 && units === 1) words.push('mốt');
  else if (tens > 1 && units === 4) words.push(four);
  else if (tens > 0 && units === 5) words.push('lăm');
  else if (units > 0) words.push(VI[units]);
  return words.join(' ');
}

const EN =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const EN_TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const EN_LARGE = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion'];

function english(n: number): string {
  if (n === 0) return 'zero';
  return groupsOf(n, 3)
    .map((group, at) => (group === 0 ? '' : `${englishGroup(group)} ${EN_LARGE[at] ?? ''}`.trim()))
    .toReversed()
    .filter(part => part !== '')
    .join(' ');
}

function englishGroup(n: number): string {
  const [hundreds, rest] = [Math.floor(n / 100), n % 100];
  const tens = `${EN_TENS[Math.floor(rest / 10)]}${rest % 10 > 0 ? `-${EN[rest % 10]}` : ''}`;
  const low = rest === 0 ? '' : rest < 20 ? EN[rest] : tens;
  const high = hundreds > 0 ? `${EN[hundreds]} hundred` : '';
  return [high, low].filter(part => part !== '').join(' ');
}

interface Myriads {
  digits: string;
  small: readonly string[];
  large: readonly string[];
  /** Whether a one before a thousand is said in groups after the first. */
  thousandSaid?: boolean;
  /** Whether a one is said if the group is exactly one thousand of a named unit: 一千万. */
  roundSaid?: boolean;
}

/** Groups of four digits; a one before ten, hundred and thousand is omitted. */
function byMyriads(n: number, { digits, small, large, thousandSaid = false, roundSaid = false }: Myriads): string {
  if (n === 0) return digits.charAt(0);
  const groups = groupsOf(n, 4);
  return groups
    .map((group, at) => {
      if (group === 0) return '';
      const read = [3, 2, 1, 0].map(place => {
        const digit = Math.floor(group / 10 ** place) % 10;
        if (digit === 0) return '';
        const isRound = roundSaid && group === 1000 && at > 0;
        const hasTens = place === 3 && (isRound || (thousandSaid && at < groups.length - 1));
        return `${digit === 1 && place > 0 && !hasTens ? '' : digits.charAt(digit)}${small[place]}`;
      });
      return `${read.join('')}${large[at] ?? ''}`;
    })
    .toReversed()
    .join('');
}

const ZH = '零壹贰叁肆伍陆柒捌玖';
const ZH_SMALL = ['', '拾', '佰', '仟'];
const ZH_LARGE = ['', '万', '亿', '万亿'];

/** Financial (anti-fraud) numerals in groups of four digits; a gap is one zero. */
function chinese(n: number): string {
  if (n === 0) return ZH.charAt(0);
  let words = '';
  let gap = false;
  const groups = groupsOf(n, 4);
  for (const [from, group] of [...groups.entries()].toReversed()) {
    if (group === 0) {
      gap = words !== '';
      continue;
    }
    for (const place of [3, 2, 1, 0]) {
      const digit = Math.floor(group / 10 ** place) % 10;
      if (digit === 0) {
        gap ||= words !== '' && group % 10 ** place > 0;
        continue;
      }
      words += `${gap ? ZH.charAt(0) : ''}${ZH.charAt(digit)}${ZH_SMALL[place]}`;
      gap = false;
    }
    // 亿 is said once: the following group says it if it exists.
    words += (from === 3 && groups[2] ? ZH_LARGE[1] : ZH_LARGE[from]) ?? '';
  }
  return words;
}
