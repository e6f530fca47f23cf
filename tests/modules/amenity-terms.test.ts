import { placedAt } from '@lobby/server/kit/records/lists/ordered.ts';
import { addTaxes, feeLines, framesOn, sumOf, surchargeLines, timesOf } from '@lobby/server/modules/utility/index.ts';
import { dueAt, paymentStateOf, taxesOf } from '@lobby/server/modules/utility-booking/money/money.ts';
import { countedWith } from '@lobby/server/modules/utility-booking/money/pricing.ts';
import { mostTaken } from '@lobby/server/modules/utility-booking/slots/occupancy.ts';
import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { utilityFits } from '@lobby/shared/modules/utility-rules.ts';
import { policyOf } from '@lobby/shared/modules/utility-terms.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const at = (text: string) => new Date(`${text}+07:00`);
const frame = (from: string, to: string) => ({ from: at(from), to: at(to) });
const MONDAY = '2026-11-30';
const serve = (...lines: [weekday: string, from: string, to: string][]) =>
  lines.map(([weekday, from, to]) => ({ weekday, from, to }));

describe('the frames of a day', () => {
  const framesOf = (amenity: object, day = MONDAY) =>
    framesOn(amenity as Parameters<typeof framesOn>[0], day, VIETNAM).map(({ from, to }) => [
      from.toISOString(),
      to.toISOString(),
    ]);
  const open = (type: string, timeStep: string, ...lines: [string, string, string][]) => ({
    type,
    timeStep,
    serveTime: serve(...lines),
  });

  it('are cut into slots, or stand as they are', () => {
    expect(framesOf(open('SLOT_TIME', '60', ['1', '08:00', '10:00'], ['1', '06:00', '07:00']))).toEqual([
      ['2026-11-29T23:00:00.000Z', '2026-11-30T00:00:00.000Z'],
      ['2026-11-30T01:00:00.000Z', '2026-11-30T02:00:00.000Z'],
      ['2026-11-30T02:00:00.000Z', '2026-11-30T03:00:00.000Z'],
    ]);
    expect(framesOf(open('SLOT_TIME', '15', ['1', '08:00', '10:00']))).toHaveLength(8);
    expect(framesOf(open('TIME_FRAME', '60', ['1', '08:00', '10:00']))).toHaveLength(1);
    expect(framesOf(open('NO_RESERVATION', '60', ['1', '08:00', '10:00']))).toEqual([]);
  });

  it('end at midnight, where those of the next day adjoin; there is a 29th of February', () => {
    const night = open('TIME_FRAME', '60', ['4', '22:00', '24:00'], ['5', '00:00', '02:00']);
    expect(framesOf(night, '2026-12-31')[0]?.[1]).toBe(framesOf(night, '2027-01-01')[0]?.[0]);
    expect(framesOf(open('SLOT_TIME', '60', ['2', '08:00', '10:00']), '2028-02-29')).toHaveLength(2);
  });
});

describe('a price', () => {
  const amenity = (more: object) =>
    ({
      priceType: 'PRICE',
      price: 100_000,
      pricePer: 'SLOT',
      coefficients: [],
      surcharges: [],
      priceTiers: [],
      formula: 'NUMBER_USE',
      formulaBy: 'FRAMES',
      vat: 0,
      surchargeTax: 0,
      priceIncludesVat: true,
      ...more,
    }) as unknown as Parameters<typeof feeLines>[0];
  const saturday = [frame('2026-12-05T17:00', '2026-12-05T18:00'), frame('2026-12-05T18:00', '2026-12-05T19:00')];
  const fee = (more: object, slots = saturday, quantity = 1) =>
    sumOf(feeLines(amenity(more), slots, quantity, VIETNAM));

  it('is of a slot, an hour or a booking, times the factor of its moment', () => {
    const coefficients = [{ weekdays: 'WEEKEND', from: '17:00', to: '21:00', factor: 1.5 }];
    expect(fee({ coefficients })).toBe(300_000);
    expect(fee({ coefficients: [{ weekdays: '1', from: null, to: null, factor: 2 }] })).toBe(200_000);
    const half = [frame('2026-12-05T17:00', '2026-12-05T17:30')];
    expect(fee({ pricePer: 'HOUR' }, half, 3)).toBe(150_000);
    expect(fee({ pricePer: 'BOOKING', coefficients }, saturday, 3)).toBe(150_000);
    expect(fee({ priceType: 'FREE' })).toBe(0);
    // Rounded half up once, after multiplication by the quantity.
    expect(fee({ price: 333, coefficients: [{ weekdays: null, from: null, to: null, factor: 1.5 }] }, half, 3)).toBe(
      1499,
    );
  });

  it('may follow a formula', () => {
    const priceTiers = [
      { to: 2, price: 50_000 },
      { to: null, price: 30_000 },
    ];
    const formula = { priceType: 'FORMULA', priceTiers };
    expect(fee({ ...formula, formulaBy: 'PERSONS' }, saturday, 5)).toBe(190_000);
    expect(fee({ ...formula, formula: 'ACCUMULATED', formulaBy: 'PERSONS' }, saturday, 5)).toBe(150_000);
  });

  it('holds its taxes, or they come on top', () => {
    const rates = { vat: 8, surchargeTax: 0, priceIncludesVat: true };
    expect(addTaxes(rates, 108_000)).toEqual({ net: 100_000, vat: 8000, surchargeTax: 0, total: 108_000 });
    expect(addTaxes({ vat: 8, surchargeTax: 5, priceIncludesVat: false }, 100_000).total).toBe(113_000);
    expect(taxesOf(54_000, 108_000, 8000, 0)).toEqual({ net: 50_000, vat: 4000, surchargeTax: 0 });
  });

  it('has surcharges that must be or are asked for', () => {
    const surcharges = [
      { name: 'Coal', price: 100, per: 'BOOKING', required: true },
      { name: 'Chairs', price: 10, per: 'PERSON', required: false },
      { name: 'Lamp', price: 5, per: 'SLOT', required: false },
    ] as const;
    const of = { surcharges } as unknown as Parameters<typeof surchargeLines>[0];
    expect(sumOf(surchargeLines(of, 2, 4))).toBe(100);
    expect(
      sumOf(
        surchargeLines(of, 2, 4, [
          { index: 1, quantity: 1 },
          { index: 2, quantity: 3 },
        ]),
      ),
    ).toBe(170);
  });
});

describe('what goes back', () => {
  const tier = (from: number, percent: number) => ({ from, unit: 'HOUR' as const, percent });
  const policy = policyOf({
    tiers: [tier(12, 30), tier(24, 50), tier(72, 80)],
    fullRefundFrom: 168,
    fullRefundFromUnit: 'HOUR',
  });
  const startAt = at('2026-12-05T17:00');
  const doc = { policy, startAt, paidFee: 333_333, paidSurcharge: 0, paidDeposit: 500_000 } as never;
  it.each([
    [5 * 60 + 59, 0],
    [11 * 60 + 59, 0],
    [12 * 60, 30],
    [24 * 60, 50],
    [71 * 60 + 59, 50],
    [72 * 60, 80],
    [168 * 60, 100],
    [-1, 0],
  ])('%d minutes before: %d %%', (minutes, percent) => {
    expect(dueAt(doc, new Date(startAt.getTime() - minutes * 60_000), false).percent).toBe(percent);
  });

  it('is rounded half up, the deposit whole, all of it where the building cancels', () => {
    const day = new Date(startAt.getTime() - 24 * 3_600_000);
    expect(dueAt(doc, day, false)).toMatchObject({ fee: 166_667, deposit: 500_000 });
    expect(dueAt(doc, startAt, true)).toMatchObject({ percent: 100, fee: 333_333 });
    expect(dueAt({ ...(doc as object), policy: [] } as never, day, false)).toMatchObject({ percent: 0, fee: 0 });
  });

  it('is told apart from what is open', () => {
    const sums = (fee: number, surcharge: number, paidFee: number, paidSurcharge: number) =>
      paymentStateOf({ fee, surcharge, paidFee, paidSurcharge });
    expect([sums(0, 0, 0, 0), sums(5, 5, 0, 0), sums(5, 5, 5, 0), sums(5, 0, 5, 0)]).toEqual([
      'NONE',
      'UNPAID',
      'PARTIAL',
      'PAID',
    ]);
  });
});

describe('the rules of an amenity', () => {
  const tier = (from: number, percent: number, unit = 'HOUR') => ({ from, unit, percent });
  const slots = { type: 'SLOT_TIME', timeStep: '30' };
  it.each([
    [{ ...slots, serveTime: serve(['1', '08:00', '09:50']) }, 'serveTime.0.to', 'SERVE_TIME_INVALID'],
    [{ ...slots, serveTime: serve(['1', '10:00', '08:00']) }, 'serveTime.0.to', 'SERVE_TIME_INVALID'],
    [
      { type: 'TIME_FRAME', serveTime: serve(['1', '08:00', '10:00'], ['1', '09:00', '11:00']) },
      'serveTime.1.to',
      'SERVE_TIME_INVALID',
    ],
    [{ preOrderMin: 2, preOrderMax: 1 }, 'preOrderMax', 'PRE_ORDER_INVALID'],
    [{ preOrderMax: 31, preOrderMaxUnit: 'DAY' }, 'preOrderMax', 'PRE_ORDER_INVALID'],
    [{ tiers: [tier(24, 50), tier(12, 80)] }, 'tiers.1.from', 'REFUND_TIERS_INVALID'],
    [{ tiers: [tier(24, 100)] }, 'tiers.0.percent', 'REFUND_TIERS_INVALID'],
    [{ noRefundBefore: 24, tiers: [tier(1, 50, 'DAY')] }, 'tiers.0.from', 'REFUND_TIERS_INVALID'],
    [{ tiers: [tier(24, 50)], fullRefundFrom: 24 }, 'fullRefundFrom', 'REFUND_TIERS_INVALID'],
    [{ pendingHolds: false, approval: 'AUTO' }, 'pendingHolds', 'INVALID'],
  ])('refuse %j at %s', (values, path, code) => {
    expect(utilityFits(values)[path]?.code).toBe(code);
  });

  it('let pass what fits', () => {
    expect(utilityFits({ ...slots, serveTime: serve(['1', '08:00', '10:00'], ['2', '08:00', '10:00']) })).toEqual({});
    expect(utilityFits({ tiers: [tier(12, 30), tier(1, 50, 'DAY'), tier(72, 80)], fullRefundFrom: 168 })).toEqual({});
  });
});

it('counts with a day its week from Monday on, or its month', () => {
  expect(countedWith('2026-12-31', 'DAY')).toEqual({ from: '2026-12-31', to: '2026-12-31' });
  expect(countedWith('2027-01-01', 'WEEK')).toEqual({ from: '2026-12-28', to: '2027-01-03' });
  expect(countedWith('2028-02-29', 'MONTH')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(countedWith('2027-02-28', 'MONTH')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
});

it('closes each week or year without copies', () => {
  const closure = (repeat: string, until: string | null) =>
    ({ ...frame('2026-12-05T12:00', '2026-12-05T14:00'), repeat, until, openedAt: null }) as never;
  const span = frame('2026-12-01T00:00', '2027-12-31T00:00');
  expect(timesOf(closure('NONE', null), span)).toHaveLength(1);
  expect(timesOf(closure('WEEKLY', '2026-12-26'), span)).toHaveLength(4);
  expect(timesOf(closure('YEARLY', null), span).map(({ from }) => dayOf(from, 'UTC'))).toEqual([
    '2026-12-05',
    '2027-12-05',
  ]);
});

it('puts a record between two others with as few changes as there is room for', () => {
  const others = [10, 20, 21, 22, 30].map((order, n) => ({ id: String(n), order }));
  expect(placedAt(others, 1, 'x')).toEqual([{ id: 'x', order: 15 }]);
  expect(placedAt(others, 5, 'x')).toEqual([{ id: 'x', order: 40 }]);
  expect(placedAt(others, 2, 'x')).toEqual([
    { id: 'x', order: 21 },
    { id: '2', order: 22 },
    { id: '3', order: 23 },
  ]);
  expect(placedAt([{ id: 'a', order: 9998 }], 1, 'x')).toEqual(
    [{ id: 'x', order: 9999 }].slice(0, 0).concat([{ id: 'x', order: 9999 }]),
  );
  expect(placedAt([{ id: 'a', order: 9999 }], 1, 'x')).toEqual([
    { id: 'a', order: 10 },
    { id: 'x', order: 20 },
  ]);
});

it('agrees with a count of every minute, whatever is taken', () => {
  const span = fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 4 }));
  const minute = (n: number) => new Date(n * 60_000);
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 25 }),
      fc.nat(50),
      fc.integer({ min: 1, max: 20 }),
      (spans, from, length) => {
        const taken = spans.map(([n, long, weight]) => ({ from: minute(n), to: minute(n + long), weight }));
        const each = Array.from({ length }, (_, n) =>
          spans.reduce(
            (sum, [begin, long, weight]) => sum + (begin <= from + n && from + n < begin + long ? weight : 0),
            0,
          ),
        );
        expect(mostTaken(taken, { from: minute(from), to: minute(from + length) })).toBe(Math.max(...each));
      },
    ),
    { numRuns: 2000 },
  );
});
