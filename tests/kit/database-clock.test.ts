import { adjusted } from '@lobby/server/kit/database/clock.ts';
import { expect, it } from 'vitest';

/** Bounds of the offset after a query of `took` ms, `there` ms of which passed before the database read its clock. */
const range = (offset: number, took: number, there: number) => ({
  least: offset - took + there,
  most: offset + there + 1,
});

it('does not follow answers that come late: time never goes backwards on a busy machine', () => {
  let ahead = adjusted(null, range(5000, 2, 1));
  const before = ahead;
  for (const [took, there] of [
    [90, 80],
    [120, 5],
    [40, 39],
    [300, 150],
  ] as const)
    ahead = adjusted(ahead, range(5000, took, there));
  expect(ahead).toBe(before);
});

it('goes as far as it must where a clock was set, or ran away', () => {
  const ahead = adjusted(null, range(5000, 2, 1));
  expect(Math.abs(adjusted(ahead, range(65_000, 4, 2)) - 65_000)).toBeLessThanOrEqual(4);
  expect(Math.abs(adjusted(ahead, range(4000, 4, 2)) - 4000)).toBeLessThanOrEqual(4);
});
