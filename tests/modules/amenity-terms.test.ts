import { framesOn } from '@lobby/server/modules/utility/index.ts';
import { mostTaken } from '@lobby/server/modules/utility-booking/places.ts';
import { isOutsidePreorder, monthsLater, priceOf, refundPercent } from '@lobby/server/modules/utility-booking/terms.ts';
import { utilityFits } from '@lobby/shared/modules/utility-rules.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const ZONE = 'Asia/Ho_Chi_Minh';
const at = (text: string) => new Date(`${text}+07:00`);
const frame = (from: string, to: string) => ({ startAt: at(from), endAt: at(to) });
const MONDAY = '2026-11-30';

describe('the frames of a day', () => {
  const open = (hours: string, more: object = {}) => ({
    ...{ type: 'SLOT_TIME', step: '60', blackouts: [] },
    serveTimes: [{ weekday: '1', hours }],
    ...more,
  });
  const framesOf = (amenity: object, day = MONDAY) =>
    framesOn(amenity as Parameters<typeof framesOn>[0], day, ZONE).map(({ startAt, endAt }) => [
      startAt.toISOString(),
      endAt.toISOString(),
    ]);

  it('are cut into slots, or stand as they are', () => {
    expect(framesOf(open('08:00-10:00, 06:00-07:00'))).toEqual([
      ['2026-11-29T23:00:00.000Z', '2026-11-30T00:00:00.000Z'],
      ['2026-11-30T01:00:00.000Z', '2026-11-30T02:00:00.000Z'],
      ['2026-11-30T02:00:00.000Z', '2026-11-30T03:00:00.000Z'],
    ]);
    expect(framesOf(open('08:00-10:00', { step: '15' }))).toHaveLength(8);
    expect(framesOf(open('08:00-10:00', { type: 'TIME_FRAME' }))).toEqual([
      ['2026-11-30T01:00:00.000Z', '2026-11-30T03:00:00.000Z'],
    ]);
    expect(framesOf(open('08:00-10:00', { type: 'NO_RESERVATION' }))).toEqual([]);
  });

  it('end at midnight, and the next day has its own', () => {
    expect(framesOf(open('22:00-24:00')).at(-1)).toEqual(['2026-11-30T16:00:00.000Z', '2026-11-30T17:00:00.000Z']);
    expect(framesOf(open('22:00-24:00'), '2026-12-01')).toEqual([]);
  });

  it('are none on a closed day, and are there on the 29th of February', () => {
    const closed = open('08:00-10:00', { blackouts: [{ from: '2026-11-28', to: MONDAY }] });
    expect(framesOf(closed)).toEqual([]);
    expect(framesOf(closed, '2026-12-07')).toHaveLength(2);
    const leap = { ...open('08:00-10:00'), serveTimes: [{ weekday: '2', hours: '08:00-10:00' }] };
    expect(framesOf(leap, '2028-02-29')).toHaveLength(2);
  });
});

describe('what a frame costs', () => {
  const costs = (price: number, priceUnit: string, coefficients: object[], span: ReturnType<typeof frame>) =>
    priceOf({ price, priceUnit, coefficients } as unknown as Parameters<typeof priceOf>[0], span, ZONE);
  const hour = frame('2026-11-30T17:30', '2026-11-30T18:30');

  it.each([
    [100_000, 'HOUR', [], 100_000],
    [1_000, 'MINUTE', [], 60_000],
    // Days, weeks and months are paid for as they are begun.
    [500_000, 'DAY', [], 500_000],
    [2_000_000, 'MONTH', [], 2_000_000],
    [99_999, 'HOUR', [{ coefficient: 1.5 }], 149_999],
    [
      100_000,
      'HOUR',
      [
        { weekday: '2', coefficient: 3 },
        { hours: '17:00-21:00', coefficient: 1.5 },
      ],
      150_000,
    ],
    [100_000, 'HOUR', [{ weekday: '1', hours: '18:00-21:00', coefficient: 2 }], 100_000],
    [100_000, 'HOUR', [{ weekday: '1', coefficient: 0.5 }, { coefficient: 9 }], 50_000],
  ] as const)('%d by the %s with %j is %d', (price, unit, coefficients, expected) => {
    expect(costs(price, unit, [...coefficients], hour)).toBe(expected);
  });

  it('goes by the hour in which it begins, over midnight too', () => {
    const night = [{ weekday: '2', hours: '00:00-06:00', coefficient: 2 }];
    expect(costs(100_000, 'HOUR', night, frame('2026-11-30T23:30', '2026-12-01T00:30'))).toBe(100_000);
    expect(costs(100_000, 'HOUR', night, frame('2026-12-01T00:00', '2026-12-01T00:30'))).toBe(100_000);
  });
});

describe('how long before it may be booked', () => {
  const outside = (
    preorderUnit: string,
    preorderMin: number | null,
    preorderMax: number | null,
    use: string,
    now: string,
  ) =>
    isOutsidePreorder(
      { preorderUnit, preorderMin, preorderMax } as Parameters<typeof isOutsidePreorder>[0],
      at(use),
      at(now),
      ZONE,
    );

  it.each([
    ['HOUR', 2, null, '2026-11-30T10:00', '2026-11-30T08:00', false],
    ['HOUR', 2, null, '2026-11-30T10:00', '2026-11-30T08:01', true],
    ['MINUTE', null, 30, '2026-11-30T10:00', '2026-11-30T09:29', true],
    // Days are those of the calendar: tomorrow is a day ahead, however late it is.
    ['DAY', 1, 7, '2026-12-01T00:00', '2026-11-30T23:59', false],
    ['DAY', 1, 7, '2026-11-30T23:00', '2026-11-30T00:00', true],
    ['DAY', 0, 7, '2026-12-07T23:00', '2026-11-30T00:00', false],
    ['DAY', 0, 7, '2026-12-08T00:00', '2026-11-30T23:59', true],
    ['WEEK', 1, 2, '2026-12-06T23:00', '2026-11-30T08:00', true],
    ['WEEK', 1, 2, '2026-12-14T08:00', '2026-11-30T08:00', false],
    ['MONTH', null, 1, '2027-02-28T08:00', '2027-01-31T08:00', false],
    ['MONTH', null, 1, '2027-03-01T08:00', '2027-01-31T08:00', true],
    ['MONTH', null, 1, '2028-02-29T08:00', '2028-01-31T08:00', false],
  ] as const)('%s %s to %s: %s asked for at %s is outside %s', (unit, min, max, use, now, expected) => {
    expect(outside(unit, min, max, use, now)).toBe(expected);
  });

  it('counts months to the last day of a shorter one', () => {
    expect(monthsLater('2026-11-30', 3)).toBe('2027-02-28');
    expect(monthsLater('2027-11-30', 3)).toBe('2028-02-29');
    expect(monthsLater('2026-12-31', 1)).toBe('2027-01-31');
  });
});

describe('what goes back', () => {
  const policy = {
    noRefundHours: 2,
    refundTiers: [
      { before: 6, beforeUnit: 'HOUR', percent: 30 },
      { before: 2, beforeUnit: 'DAY', percent: 90 },
    ],
  } as Parameters<typeof refundPercent>[0];

  it.each([
    ['2026-11-28T10:00', 90],
    ['2026-11-28T10:01', 30],
    ['2026-11-30T04:00', 30],
    ['2026-11-30T04:01', 0],
    ['2026-11-30T08:30', 0],
    ['2026-11-30T11:00', 0],
  ])('cancelled at %s is %d %%', (cancelled, percent) => {
    expect(refundPercent(policy, at('2026-11-30T10:00'), at(cancelled))).toBe(percent);
  });

  it('is all of it before the use where there are no tiers', () => {
    const none = { noRefundHours: null, refundTiers: [] };
    expect(refundPercent(none, at('2026-11-30T10:00'), at('2026-11-30T09:59'))).toBe(100);
    expect(refundPercent(none, at('2026-11-30T10:00'), at('2026-11-30T10:00'))).toBe(0);
  });
});

describe('the rules between the fields of an amenity', () => {
  const tier = (before: number, percent: number, beforeUnit = 'HOUR') => ({ before, beforeUnit, percent });
  const serve = (...lines: [string, string][]) => ({
    serveTimes: lines.map(([weekday, hours]) => ({ weekday, hours })),
  });

  it.each([
    [{ refundTiers: [tier(6, 50), tier(6, 60)] }, 'refundTiers.1.percent', 'REFUND_TIERS_NOT_ASCENDING'],
    [{ refundTiers: [tier(6, 50), tier(1, 50, 'DAY')] }, 'refundTiers.1.percent', 'REFUND_TIERS_NOT_ASCENDING'],
    [{ refundTiers: [tier(30, 50), tier(1, 60, 'DAY')] }, 'refundTiers.1.percent', 'REFUND_TIERS_NOT_ASCENDING'],
    [{ noRefundHours: 24, refundTiers: [tier(1, 50, 'DAY')] }, 'refundTiers.0.before', 'REFUND_TIER_TOO_LATE'],
    [{ preorderMin: 2, preorderMax: 2 }, 'preorderMax', 'PREORDER_REVERSED'],
    [{ icon: null }, 'images', 'REQUIRED'],
    [{ type: 'SLOT_TIME', step: '60', ...serve(['1', '08:00-09:30']) }, 'serveTimes.0.hours', 'SERVE_TIME_NOT_WHOLE'],
    [serve(['1', '08:00-10:00'], ['1', '09:00-11:00']), 'serveTimes.1.hours', 'SERVE_TIME_OVERLAPS'],
    [{ blackouts: [{ from: '2026-12-02', to: '2026-12-01' }] }, 'blackouts.0.to', 'END_BEFORE_START'],
  ])('refuse %j at %s', (values, path, code) => {
    expect(utilityFits({ icon: 'POOL', ...values })[path]?.code).toBe(code);
  });

  it('let pass what fits', () => {
    const whole = { refundTiers: [tier(6, 50), tier(1, 60, 'DAY')], noRefundHours: 2, preorderMin: 0, preorderMax: 1 };
    expect(utilityFits({ icon: 'POOL', ...whole, ...serve(['1', '08:00-10:00'], ['2', '08:00-10:00']) })).toEqual({});
    expect(utilityFits({ images: ['one'] })).toEqual({});
  });
});

it('counts the most that is taken at any moment', () => {
  const taken = (from: string, to: string, weight: number) => ({ ...frame(from, to), weight });
  const all = [
    taken('2026-11-30T08:00', '2026-11-30T10:00', 2),
    taken('2026-11-30T10:00', '2026-11-30T12:00', 3),
    taken('2026-11-30T09:00', '2026-11-30T11:00', 1),
  ];
  expect(mostTaken(all, frame('2026-11-30T08:00', '2026-11-30T12:00'))).toBe(4);
  expect(mostTaken(all, frame('2026-11-30T08:00', '2026-11-30T09:00'))).toBe(2);
  expect(mostTaken(all, frame('2026-11-30T12:00', '2026-11-30T13:00'))).toBe(0);
});

it('agrees with a count of every minute, whatever is taken', () => {
  const span = fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 4 }));
  const minute = (at: number) => new Date(at * 60_000);
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 25 }),
      fc.nat(50),
      fc.integer({ min: 1, max: 20 }),
      (spans, from, length) => {
        const taken = spans.map(([at, long, weight]) => ({ startAt: minute(at), endAt: minute(at + long), weight }));
        const each = Array.from({ length }, (_, n) =>
          spans.reduce((sum, [at, long, weight]) => sum + (at <= from + n && from + n < at + long ? weight : 0), 0),
        );
        expect(mostTaken(taken, { startAt: minute(from), endAt: minute(from + length) })).toBe(Math.max(...each));
      },
    ),
    { numRuns: 2000 },
  );
});
