import { charge } from '@lobby/shared/billing/engine.ts';
import { describe, expect, it } from 'vitest';
import { asked, BIKES, DAYS, E8, EXAMPLES, parked, unit, v } from '../setup/money/engine-examples.ts';

const bill = (...of: Parameters<typeof asked>) => charge(asked(...of));
const TAXES = ['SURCHARGE', 'VAT'];
const amounts = (own: ReturnType<typeof charge>) =>
  own.lines.filter(({ kind }) => !TAXES.includes(kind)).map(({ amount }) => amount);

describe('the worked examples', () => {
  it.each(EXAMPLES)('%s', (_, run, [lines, net, surchargeTax, vat, total]) => {
    const own = charge(run());
    expect(own).toMatchObject({ net, surchargeTax, vat, total });
    expect(amounts(own)).toEqual(lines);
  });

  it('say what was peculiar', () => {
    expect(bill(v({ ...E8, tierPeople: 4 }), { quantity: 5, people: 0 }).notes).toEqual(['NO_PEOPLE']);
    expect(bill(unit(10, { norm: 10 }), { quantity: 4 }).notes).toEqual(['NORM_COVERS_ALL']);
    expect(bill(unit(40_000, { discountType: 'FIXED', discountAmount: 50_000 }), { source: 'FIXED' }).notes).toEqual([
      'DISCOUNT_CUT',
    ]);
    expect(
      bill([unit(1), unit(2, { effectiveFrom: '2026-11-03' })], {
        source: 'FIXED',
        period: DAYS,
        use: { end: '2026-11-20' },
      }).notes,
    ).toEqual(['PRICE_CHANGED', 'PART_OF_PERIOD']);
  });
});

describe('what cannot be counted', () => {
  const code = (run: () => unknown) => {
    try {
      return run();
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  it('is refused by its name', () => {
    expect(code(() => bill(v(E8), { quantity: -1 }))).toBe('QUANTITY_INVALID');
    expect(code(() => bill(v(E8), { quantity: 'x' }))).toBe('QUANTITY_INVALID');
    expect(code(() => bill(v({ tiers: [] }), { quantity: 1 }))).toBe('FORMULA_INVALID');
    expect(code(() => bill(v({ ...E8, effectiveFrom: '2026-11-02' }), { quantity: 1 }))).toBe('NO_TARIFF');
    expect(code(() => bill(v(E8), { quantity: 1, use: { start: '2026-12-01' } }))).toBe('PERIOD_NOT_MET');
    expect(code(() => bill(unit(2_000_000_000), { quantity: 2_000_000_000 }))).toBe('AMOUNT_TOO_LARGE');
    expect(code(() => charge(parked(BIKES, [])))).toBe('PERIOD_NOT_MET');
  });
  it('does not lose a dong to binary fractions', () => {
    expect(amounts(bill(unit(8500), { quantity: 2.127 }))).toEqual([18_080]);
    expect(amounts(bill(unit(8500), { quantity: 1.001 }))).toEqual([8509]);
    expect(amounts(bill(unit(3000), { quantity: '0.0725' }))).toEqual([218]);
  });
});

describe('prices by a list', () => {
  const listed = v({
    pricing: 'PRICE_LIST',
    priceList: [
      { key: 'shop', price: 3 },
      { key: 'PENTHOUSE', price: 2 },
      { key: '*', price: 1 },
    ],
  });
  it.each([
    [{ labels: ['shop'], type: 'PENTHOUSE' }, 3],
    [{ type: 'PENTHOUSE' }, 2],
    [{ type: 'STUDIO' }, 1],
    [undefined, 1],
  ])('of %j is %d', (own, price) => {
    expect(bill(listed, { source: 'FIXED', ...(own && { unit: own }) }).total).toBe(price);
  });
});
