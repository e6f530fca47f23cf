import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatsOf, spanOf, urgencyOf } from '../../client/kit/i18n/format.ts';
import { newestFirst } from '../../client/kit/ui/figures/newest.ts';

const vi = formatsOf('vi', 'Asia/Ho_Chi_Minh');
const NBSP = '\u00a0';

describe('dates', () => {
  it('are written in the time zone of the project, not of the browser', () => {
    expect(vi.dateTime('2026-11-20T18:30:00Z')).toBe('21/11/2026 01:30');
    expect(formatsOf('vi', 'Asia/Tokyo').dateTime('2026-11-20T18:30:00Z')).toBe('21/11/2026 03:30');
  });
  it.each(['vi', 'en', 'ja', 'zh', 'ko'] as const)('are DD/MM/YYYY in %s', language => {
    expect(formatsOf(language, 'Asia/Ho_Chi_Minh').date('2026-11-05T03:00:00Z')).toBe('05/11/2026');
  });
  it('write midnight as 00:00', () => {
    expect(vi.time('2026-11-20T17:00:00Z')).toBe('00:00');
  });
  it('are as short as is clear', () => {
    const now = Date.parse('2026-11-21T03:00:00Z');
    expect(vi.when('2026-11-21T01:12:00Z', now)).toBe('08:12');
    expect(vi.when('2026-11-20T01:12:00Z', now)).toBe('20/11');
    expect(vi.when('2025-11-20T01:12:00Z', now)).toBe('20/11/2025');
  });
  it('of the calendar are only turned round', () => {
    expect(vi.day('2026-11-30')).toBe('30/11/2026');
    expect(vi.day('2026-11')).toBe('11/2026');
  });
});

describe('numbers', () => {
  it('of money carry dots and the sign', () => {
    expect(vi.money(1_234_567)).toBe(`1.234.567${NBSP}₫`);
    expect(vi.money(-1000)).toBe(`-1.000${NBSP}₫`);
    expect(formatsOf('en', 'Asia/Ho_Chi_Minh').money(1_234_567)).toBe(`1,234,567${NBSP}₫`);
  });
  it('of parts stand before their sign, which never stands alone on a line', () => {
    expect([vi.share(64.12), vi.percent(0.05)]).toEqual([`64,1${NBSP}%`, `0,05${NBSP}%`]);
    expect(formatsOf('en', 'Asia/Ho_Chi_Minh').share(94.14)).toBe(`94.1${NBSP}%`);
  });
  it.each([
    ['vi', 718_400_000, 'triệu ₫', '718,4'],
    ['en', 718_400_000, 'million ₫', '718.4'],
    ['zh', 718_400_000, '亿 ₫', '7.2'],
    ['ja', 7_184_000_000, '億 ₫', '71.8'],
    ['ko', 26_000_000, '만 ₫', '2,600'],
    ['vi', 500, '₫', '500'],
    ['vi', 0, '₫', '0'],
  ] as const)('of an axis in %s up to %d have their unit once', (language, most, unit, said) => {
    const scale = formatsOf(language, 'Asia/Ho_Chi_Minh').scale(most);
    expect([scale.unit, scale.say(most)]).toEqual([unit, said]);
    expect(scale.say(0)).toBe('0');
  });
  it('are written by the formats of the reader wherever a screen shows them', () => {
    const client = join(import.meta.dirname, '../../client');
    const files = globSync('**/*.{ts,tsx}', { cwd: client, exclude: ['dist/**', 'node_modules/**'] });
    expect(files.length).toBeGreaterThan(500);
    const own = ['kit/i18n/format.ts', 'resident/words.ts'];
    const by = /toLocaleString\(|Intl\.NumberFormat|\.toFixed\(\d\)\}? ?(%|₫)|\} %|\}%</;
    const found = files.filter(file => !own.includes(file) && by.test(readFileSync(join(client, file), 'utf8')));
    expect(found).toEqual([]);
  });
  it('of counts grow short', () => {
    expect(vi.count(1207)).toBe('1.207');
    expect(vi.count(12_345)).toBe('12,3k');
  });
});

describe('rows of times', () => {
  it.each([
    [
      ['2026-08', '2026-10', '2026-09'],
      ['2026-10', '2026-09', '2026-08'],
    ],
    [
      ['2025-Q4', '2026-Q1'],
      ['2026-Q1', '2025-Q4'],
    ],
    [
      ['2026-W09', '2026-W10'],
      ['2026-W10', '2026-W09'],
    ],
    [
      ['2026-11-26', '2026-11-27'],
      ['2026-11-27', '2026-11-26'],
    ],
    // Keys that are no periods keep their order.
    [
      ['A', '2026-10', '2026-11'],
      ['A', '2026-10', '2026-11'],
    ],
  ])('begin with the newest: %j', (keys, shown) => {
    expect(newestFirst(keys, key => key)).toEqual(shown);
  });
});

describe('due times', () => {
  const minute = 60_000;
  it.each([
    [20_000, 'minute', 1],
    [59 * minute, 'minute', 59],
    [-35 * minute, 'minute', 35],
    [125 * minute, 'hour', 2],
    [49 * 60 * minute, 'day', 2],
  ])('say %d ms as %s %d', (ms, unit, count) => {
    expect(spanOf(ms)).toEqual({ unit, count });
  });
  it.each([
    [61, 'far'],
    [60, 'soon'],
    [0, 'soon'],
    [-1, 'past'],
  ])('%d minutes away are %s', (minutes, urgency) => {
    expect(urgencyOf(minutes * minute, 0)).toBe(urgency);
  });
});
