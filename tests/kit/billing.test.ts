import { interestOf, percentOf, priced, rounded, withoutPercent } from '@lobby/shared/billing/amounts.ts';
import { type Charge, charge, split, type Tariff, type Tier } from '@lobby/shared/billing/engine.ts';
import { addDays, addMonths, billedPeriod, daysIn, monthPeriod } from '@lobby/shared/billing/periods.ts';
import { crc16, readVietQr, transferContent, vietQr } from '@lobby/shared/billing/vietqr.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const WHOLE = { num: 1, den: 1 };
const NOVEMBER = monthPeriod('2026-11');
const tiersOf = (...rows: [to: number | null, price: number][]): Tier[] =>
  rows.map(([to, price]) => ({ to, price, percent: null }));
const POWER = tiersOf([50, 1984], [100, 2050], [200, 2380], [300, 2998], [400, 3350], [null, 3460]);
const tariffOf = (values: Partial<Tariff> = {}): Tariff => ({
  id: 'a',
  effectiveFrom: '2020-01-01',
  formula: 'NUMBER_USE',
  tiers: tiersOf([null, 1000]),
  perPerson: false,
  norm: null,
  fixedFee: null,
  priceIncludesVat: false,
  vatRate: null,
  surchargeRate: null,
  discountType: 'NONE',
  discount: null,
  ...values,
});
const bill = (
  quantity: number,
  values: Partial<Tariff> = {},
  more: Partial<Parameters<typeof charge>[0]> = {},
): Charge => {
  const asked = { quantity, persons: 1, period: NOVEMBER, share: WHOLE, tariffs: [tariffOf(values)], ...more };
  const found = charge(asked);
  if (!found) throw new Error('no price');
  return found;
};

/** The same sums by plain floating arithmetic, written apart. */
function again(quantity: number, tiers: readonly Tier[], vat: number): number {
  let left = quantity;
  let from = 0;
  let net = 0;
  for (const { to, price } of tiers) {
    const width = Math.min(left, (to ?? Number.POSITIVE_INFINITY) - from);
    net += Math.round(Number((width * price).toFixed(6)));
    left -= width;
    from = to ?? from;
    if (left <= 0) break;
  }
  return net + Math.round((net * vat) / 100);
}

describe('what a bill costs', () => {
  it('is 871,020 for 320 kWh by the six tiers with VAT of 8 %', () => {
    expect(bill(320, { tiers: POWER, vatRate: 8 })).toMatchObject({ net: 806_500, vat: 64_520, total: 871_020 });
  });

  it.each([
    ['nothing used', 0, { tiers: POWER, vatRate: 8 }, { total: 0 }],
    ['an allowance off the quantity first', 12, { norm: 10 }, { total: 2000, allowance: 10 }],
    ['an allowance larger than the quantity', 4, { norm: 10 }, { total: 0, allowance: 4 }],
    ['a fixed fee beside', 3, { fixedFee: 500 }, { total: 3500 }],
    [
      'a price that includes VAT',
      1,
      { priceIncludesVat: true, vatRate: 10, tiers: tiersOf([null, 100_000]) },
      { net: 90_909, vat: 9091, total: 100_000 },
    ],
    [
      'surcharge tax on the net, then VAT',
      10,
      { vatRate: 5, surchargeRate: 10 },
      { net: 10_000, surcharge: 1000, vat: 500, total: 11_500 },
    ],
    ['a discount in percent', 10, { discountType: 'PERCENT', discount: 12.5 }, { discount: 1250, total: 8750 }],
    ['a discount in dong', 10, { discountType: 'FIXED', discount: 1500 }, { total: 8500 }],
    [
      'a discount that is more than the price',
      1,
      { discountType: 'FIXED', discount: 5000 },
      { discount: 1000, total: 0 },
    ],
    [
      'one price for all of it',
      120,
      { formula: 'ACCUMULATED', tiers: tiersOf([50, 10], [200, 20], [null, 30]) },
      { total: 2400 },
    ],
    [
      'the bound of a tier belongs to it',
      50,
      { formula: 'ACCUMULATED', tiers: tiersOf([50, 10], [null, 30]) },
      { total: 500 },
    ],
  ] as const)('counts %s', (_, quantity, values, wanted) => {
    expect(bill(quantity, values as Partial<Tariff>)).toMatchObject(wanted);
  });

  it('splits by percentages, the last taking what rounding leaves', () => {
    const tiers: Tier[] = [
      { to: null, price: 1000, percent: 33.33 },
      { to: null, price: 2000, percent: 66.67 },
    ];
    const own = bill(10, { formula: 'PERCENT', tiers });
    expect(own.lines.map(({ quantity }) => quantity)).toEqual([3.333, 6.667]);
    expect(own.total).toBe(3333 + 13_334);
  });

  it('counts allowance and bounds for each person where the tariff says so', () => {
    const water = tiersOf([4, 6700], [6, 12_900], [null, 14_400]);
    const own = bill(20, { tiers: water, perPerson: true }, { persons: 3 });
    expect(own.lines.map(({ quantity }) => quantity)).toEqual([12, 6, 2]);
    expect(own.total).toBe(12 * 6700 + 6 * 12_900 + 2 * 14_400);
  });

  it('charges a price that changes in the month by its days', () => {
    const tariffs = [tariffOf(), tariffOf({ id: 'b', effectiveFrom: '2026-11-16', tiers: tiersOf([null, 2000]) })];
    const own = bill(30, {}, { tariffs });
    expect(own.lines.map(({ days, ofDays, amount }) => [days, ofDays, amount])).toEqual([
      [15, 30, 15_000],
      [15, 30, 30_000],
    ]);
    expect(own.total).toBe(45_000);
  });

  it('has no price before the first tariff', () => {
    expect(
      charge({
        quantity: 1,
        persons: 1,
        period: NOVEMBER,
        share: WHOLE,
        tariffs: [tariffOf({ effectiveFrom: '2026-11-02' })],
      }),
    ).toBeNull();
  });

  it('takes the days of a month that began late', () => {
    const part = billedPeriod('PART_OF_MONTH', '2026-11', '2026-11-19', null);
    const own = bill(1, { tiers: tiersOf([null, 300_000]) }, { ...part });
    expect(own.lines[0]).toMatchObject({ days: 12, ofDays: 30, amount: 120_000 });
  });
});

describe('the period of a bill', () => {
  it.each([
    ['ONE_MONTH', '2026-11-19', null, ['2026-11-19', '2026-11-30', 1]],
    ['PART_OF_MONTH', '2026-11-19', null, ['2026-11-19', '2026-11-30', 12 / 30]],
    ['PART_OF_MONTH', '2026-01-01', '2026-11-10', ['2026-11-01', '2026-11-10', 10 / 30]],
    ['HALF_MONTH', '2026-11-15', null, ['2026-11-15', '2026-11-30', 1]],
    ['HALF_MONTH', '2026-11-16', null, ['2026-11-16', '2026-11-30', 1 / 2]],
    ['HALF_MONTH', '2026-01-01', '2026-11-15', ['2026-11-01', '2026-11-15', 1 / 2]],
    ['MONTH_TO_MONTH', '2026-09-10', null, ['2026-11-10', '2026-12-09', 1]],
    ['MONTH_TO_MONTH', '2026-01-31', null, ['2026-11-30', '2026-12-30', 1]],
  ] as const)('%s from %s to %s', (type, from, to, [start, end, share]) => {
    const found = billedPeriod(type, '2026-11', from, to);
    expect(found?.period).toEqual({ start, end });
    expect((found?.share.num ?? 0) / (found?.share.den ?? 1)).toBeCloseTo(share, 10);
  });

  it('is none before the registration and after it', () => {
    expect(billedPeriod('PART_OF_MONTH', '2026-11', '2026-12-01', null)).toBeNull();
    expect(billedPeriod('ONE_MONTH', '2026-11', '2026-01-01', '2026-10-31')).toBeNull();
  });

  it('knows the lengths of months', () => {
    expect(daysIn(monthPeriod('2028-02'))).toBe(29);
    expect(addMonths('2026-11', 3)).toBe('2027-02');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
});

const money = fc.integer({ min: 0, max: 50_000 });
const quantities = fc.integer({ min: 0, max: 5_000_000 }).map(n => n / 1000);
const ladder = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 5 }).chain(steps =>
  fc.array(money, { minLength: steps.length + 1, maxLength: steps.length + 1 }).map(prices => {
    let to = 0;
    return prices.map((price, n): Tier => {
      to += steps[n] ?? 0;
      return { to: n < steps.length ? to : null, price, percent: null };
    });
  }),
);

describe('whatever the price and the quantity', () => {
  it('agrees with plain arithmetic', () => {
    fc.assert(
      fc.property(
        ladder,
        fc.integer({ min: 0, max: 2000 }),
        fc.integer({ min: 0, max: 20 }),
        (tiers, quantity, vat) => {
          expect(bill(quantity, { tiers, vatRate: vat }).total).toBe(again(quantity, tiers, vat));
        },
      ),
    );
  });

  it('costs no less for more', () => {
    fc.assert(
      fc.property(ladder, quantities, quantities, (tiers, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        // Each tier is rounded by itself: one dong for each at most.
        expect(bill(less, { tiers }).total).toBeLessThanOrEqual(bill(more, { tiers }).total + tiers.length);
      }),
    );
  });

  it('is the sum of its lines, taxes beside', () => {
    fc.assert(
      fc.property(
        ladder,
        quantities,
        money,
        fc.integer({ min: 0, max: 100 }),
        (tiers, quantity, fixedFee, discount) => {
          const own = bill(quantity, {
            tiers,
            fixedFee,
            vatRate: 8,
            surchargeRate: 3,
            discountType: 'PERCENT',
            discount,
          });
          expect(own.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(own.net);
          expect(own.total).toBe(own.net + own.surcharge + own.vat);
        },
      ),
    );
  });

  it('takes the whole quantity, however it is split', () => {
    fc.assert(
      fc.property(ladder, quantities, (tiers, quantity) => {
        for (const formula of ['NUMBER_USE', 'ACCUMULATED'] as const) {
          const parts = split(formula, tiers, quantity);
          expect(rounded(parts.reduce((sum, { to }) => sum + (to ?? 0), 0))).toBe(quantity);
        }
      }),
    );
  });

  it('splits at any day into parts that are the whole, but for a dong each', () => {
    fc.assert(
      fc.property(ladder, quantities, fc.integer({ min: 2, max: 30 }), (tiers, quantity, day) => {
        const effectiveFrom = `2026-11-${String(day).padStart(2, '0')}`;
        const tariffs = [tariffOf({ tiers }), tariffOf({ tiers, id: 'b', effectiveFrom })];
        const [whole, parts] = [bill(quantity, { tiers }), bill(quantity, {}, { tariffs })];
        expect(Math.abs(whole.total - parts.total)).toBeLessThanOrEqual(tiers.length);
      }),
    );
  });

  it('finds the same net with VAT included and not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 2000 }), (net, hundredths) => {
        const rate = hundredths / 100;
        expect(withoutPercent(net + percentOf(net, rate), rate)).toBe(net);
      }),
    );
  });
});

it('counts interest by whole days', () => {
  expect(interestOf(1_000_000, 10, 30)).toBe(8219);
  expect(interestOf(1_000_000, 10, -2)).toBe(0);
  expect(priced(91.37, 12_000, { num: 12, den: 30 })).toBe(438_576);
});

describe('a VietQR', () => {
  it('has the check of the published vector', () => expect(crc16('123456789')).toBe('29B1'));

  it('asks for an amount by an account and a content, and is read back', () => {
    const asked = { bin: '970436', account: '1018000018', amount: 1_250_000, content: 'A-12.05 PB-2611-00001' };
    const text = vietQr(asked);
    expect(text).toBe(
      '00020101021238540010A00000072701240006970436011010180000180208QRIBFTTA53037045407125000058' +
        '02VN62250821A-12.05 PB-2611-000016304' +
        text.slice(-4),
    );
    expect(readVietQr(text)).toEqual(asked);
  });

  it('is refused where a length or the check is wrong', () => {
    const text = vietQr({ bin: '970436', account: '1', amount: 5, content: 'X' });
    expect(readVietQr(text.replace('0006970436', '0007970436'))).toBeNull();
    expect(readVietQr(`${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`)).toBeNull();
  });

  it('says nothing that a bank refuses', () =>
    expect(transferContent('Căn hộ Đ-01, phí T11/2026!')).toBe('CAN HO D-01 PHI T11 2026'));
});
