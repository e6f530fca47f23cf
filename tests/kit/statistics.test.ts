import { bucketsOf, finderOf } from '@lobby/server/platform/statistics/buckets.ts';
import { MEASURES } from '@lobby/server/platform/statistics/count.ts';
import { STATISTIC_NOUNS } from '@lobby/shared/kit/statistic-terms.ts';
import { STATISTICS } from '@lobby/shared/modules/statistics.ts';
import { describe, expect, it } from 'vitest';

describe('parts of a time', () => {
  it('are whole but for the first and the last', () => {
    expect(bucketsOf('2026-11-10', '2027-01-31', 'month')).toEqual([
      { key: '2026-11', from: '2026-11-10', to: '2026-11-30', part: true },
      { key: '2026-12', from: '2026-12-01', to: '2026-12-31', part: false },
      { key: '2027-01', from: '2027-01-01', to: '2027-01-31', part: false },
    ]);
    expect(bucketsOf('2026-02-01', '2026-12-31', 'quarter').map(({ key, part }) => [key, part])).toEqual([
      ['2026-Q1', true],
      ['2026-Q2', false],
      ['2026-Q3', false],
      ['2026-Q4', false],
    ]);
    expect(bucketsOf('2024-02-28', '2024-03-01', 'day').map(({ key }) => key)).toEqual([
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
    ]);
  });

  it('of weeks begin on Monday and have the week of ISO 8601', () => {
    const weeks = bucketsOf('2026-12-28', '2027-01-10', 'week');
    expect(weeks.map(({ key, from, to }) => [key, from, to])).toEqual([
      ['2026-W53', '2026-12-28', '2027-01-03'],
      ['2027-W01', '2027-01-04', '2027-01-10'],
    ]);
    expect(bucketsOf('2025-12-29', '2026-01-04', 'week')[0]?.key).toBe('2026-W01');
  });

  it('have the moments of the days of the building', () => {
    const find = finderOf(bucketsOf('2026-11-01', '2026-12-31', 'month'), 'Asia/Ho_Chi_Minh');
    // Half past midnight of the first of December there.
    expect(find(new Date('2026-11-30T17:30:00Z'))).toBe(1);
    expect(find(new Date('2026-11-30T16:59:59Z'))).toBe(0);
    expect([find('2026-11-30'), find('2026-10-31'), find('2027-01-01'), find(null)]).toEqual([0, -1, -1, -1]);
    expect(find(new Date('2026-12-31T17:00:00Z'))).toBe(-1);
  });
});

it('tells of times by the nearest rank', () => {
  const tens = Array.from({ length: 10 }, (_, n) => (n + 1) * 10);
  const { median, most } = MEASURES.DURATION;
  expect([median?.(tens), most?.(tens), median?.([])]).toEqual([50, 90, null]);
  expect(MEASURES.RATE.percent?.([1, 0, 0])).toBe(33.3);
});

it('has one noun for each kind of records, of its module', () => {
  expect(STATISTICS.map(({ noun, of }) => [noun, { module: of.code, entity: of.name }])).toEqual(
    Object.entries(STATISTIC_NOUNS),
  );
});
