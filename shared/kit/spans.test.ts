import { expect, it } from 'vitest';
import { spanAt, spanBefore, spanUntil, stepOf } from './spans.ts';

it('finds the month, quarter and year of a day', () => {
  expect(spanAt('month', '2026-02-10')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(spanAt('quarter', '2026-11-27')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  expect(spanAt('year', '2026-11-27')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
});

it.each([
  // A running period is compared with the same days, a finished one with the whole previous period.
  ['month', '2026-11-01', '2026-11-27', 'previous', '2026-10-01', '2026-10-27'],
  ['month', '2026-11-01', '2026-11-30', 'previous', '2026-10-01', '2026-10-31'],
  ['month', '2026-03-01', '2026-03-30', 'previous', '2026-02-01', '2026-02-28'],
  ['quarter', '2026-10-01', '2026-11-27', 'previous', '2026-07-01', '2026-08-27'],
  ['year', '2026-01-01', '2026-11-27', 'previous', '2025-01-01', '2025-11-27'],
  ['month', '2026-11-01', '2026-11-27', 'lastYear', '2025-11-01', '2025-11-27'],
  ['own', '2026-11-10', '2026-11-19', 'previous', '2026-10-31', '2026-11-09'],
  ['own', '2026-11-10', '2026-11-19', 'lastYear', '2025-11-10', '2025-11-19'],
] as const)('%s %s to %s stands beside its partner (%s)', (kind, from, to, compare, first, last) => {
  expect(spanBefore(kind, { from, to }, compare)).toEqual({ from: first, to: last });
});

it('ends with today, and is cut into parts that a chart can show', () => {
  const month = spanAt('month', '2026-11-27');
  expect(spanUntil(month, '2026-11-27')).toEqual({ from: '2026-11-01', to: '2026-11-27' });
  expect(stepOf(month)).toBe('day');
  expect(stepOf(spanAt('quarter', '2026-11-27'))).toBe('week');
  expect(stepOf(spanAt('year', '2026-11-27'))).toBe('month');
});
