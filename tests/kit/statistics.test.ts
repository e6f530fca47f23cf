import { besides, bucketsOf, finderOf, timeBefore } from '@lobby/server/platform/statistics/buckets.ts';
import { MEASURES } from '@lobby/server/platform/statistics/count.ts';
import { type COMPARED, STATISTIC_NOUNS, type StatisticStep } from '@lobby/shared/kit/statistic-terms.ts';
import { CHARTS } from '@lobby/shared/modules/dashboard-tiles.ts';
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
    // Half past midnight on 1 December in that time zone.
    expect(find(new Date('2026-11-30T17:30:00Z'))).toBe(1);
    expect(find(new Date('2026-11-30T16:59:59Z'))).toBe(0);
    expect([find('2026-11-30'), find('2026-10-31'), find('2027-01-01'), find(null)]).toEqual([0, -1, -1, -1]);
    expect(find(new Date('2026-12-31T17:00:00Z'))).toBe(-1);
  });
});

describe('the time before', () => {
  const paired = (from: string, to: string, by: StatisticStep, compare: (typeof COMPARED)[number]) => {
    const before = timeBefore({ from, to, by }, compare);
    const parts = bucketsOf(before.from, before.to, by);
    const own = bucketsOf(from, to, by);
    return { ...before, pairs: besides(own, parts, compare).map((at, n) => [own[n]?.key, parts[at]?.key]) };
  };

  it.each([
    // A month in progress is compared with the same days of the previous one.
    ['2026-11-01', '2026-11-27', 'month', '2026-10-01', '2026-10-27'],
    ['2026-10-01', '2026-11-27', 'month', '2026-08-01', '2026-09-27'],
    ['2025-11-01', '2026-11-27', 'month', '2024-10-01', '2025-10-27'],
    ['2026-10-15', '2026-11-30', 'month', '2026-08-15', '2026-09-30'],
    ['2026-02-01', '2026-02-28', 'month', '2026-01-01', '2026-01-31'],
    ['2026-03-01', '2026-03-30', 'month', '2026-02-01', '2026-02-28'],
    ['2026-10-01', '2026-11-27', 'quarter', '2026-07-01', '2026-08-27'],
    ['2024-01-01', '2024-02-29', 'year', '2023-01-01', '2023-02-28'],
    ['2026-11-11', '2026-11-27', 'week', '2026-10-21', '2026-11-06'],
    ['2026-10-29', '2026-11-27', 'day', '2026-09-29', '2026-10-28'],
  ] as const)('of %s to %s by %s has as many parts: %s to %s', (from, to, by, since, until) => {
    const found = paired(from, to, by, 'previous');
    expect([found.from, found.to]).toEqual([since, until]);
    const own = bucketsOf(from, to, by);
    expect(bucketsOf(since, until, by)).toHaveLength(own.length);
    expect(found.pairs.map(([, partner]) => partner)).not.toContain(undefined);
  });

  it('a year ago is told by its name', () => {
    expect(paired('2024-02-27', '2024-03-01', 'day', 'lastYear').pairs).toEqual([
      ['2024-02-27', '2023-02-27'],
      ['2024-02-28', '2023-02-28'],
      ['2024-02-29', undefined],
      ['2024-03-01', '2023-03-01'],
    ]);
    expect(paired('2025-02-27', '2025-03-01', 'day', 'lastYear').pairs.at(-1)).toEqual(['2025-03-01', '2024-03-01']);
    const weeks = paired('2026-12-21', '2027-01-10', 'week', 'lastYear').pairs;
    expect(weeks).toEqual([
      ['2026-W52', '2025-W52'],
      ['2026-W53', undefined],
      ['2027-W01', '2026-W01'],
    ]);
    expect(paired('2025-11-01', '2026-11-27', 'month', 'lastYear').pairs.at(-1)).toEqual(['2026-11', '2025-11']);
  });
});

it('has the figures that boards draw', () => {
  for (const { key, noun, figure, beside = figure, split } of CHARTS) {
    const known = STATISTICS.find(statistic => statistic.noun === noun)?.figures ?? [];
    for (const name of [figure, beside])
      expect(
        known.map(one => one.key),
        key,
      ).toContain(name);
    if (split) expect(known.find(one => one.key === figure)?.splits, key).toContain(split);
  }
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
