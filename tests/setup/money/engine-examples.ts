import type { BillingInput } from '@lobby/shared/billing/billing-input.ts';
import { type Step, type Version, versionOf } from '@lobby/shared/billing/version.ts';
import { lastDayOf } from '@lobby/shared/kit/dates.ts';

const steps = (...rows: [to: number | null, price: number][]): Step[] => rows.map(([to, price]) => ({ to, price }));
const E6 = steps([50, 1984], [100, 2050], [200, 2380], [300, 2998], [400, 3350], [null, 3460]);
const OLD = steps([50, 1893], [100, 1956], [200, 2271], [300, 2860], [400, 3197], [null, 3302]);
const T3 = steps([10, 1000], [20, 2000], [null, 3000]);
const HANOI = steps([10, 8500], [20, 9900], [30, 16_000], [null, 27_000]);
const HCMC = steps([4, 6700], [6, 12_900], [null, 14_400]);
const DRAIN = steps([4, 2010], [6, 3870], [null, 4320]);
export const BIKES = steps([2, 100_000], [3, 150_000], [null, 250_000]);
const CARS = steps([1, 1_200_000], [2, 1_500_000], [null, 2_000_000]);
export const E8 = { tiers: E6, vat: 8 } as const;

const month = (of: string, type: BillingInput['period']['type'] = 'ONE_MONTH'): BillingInput['period'] => ({
  type,
  start: `${of}-01`,
  end: lastDayOf(of),
});
const NOVEMBER = month('2026-11');
export const DAYS = month('2026-11', 'PART_OF_MONTH');
export const v = (values: Partial<Version>): Version => versionOf({ id: 'a', vat: 0, ...values });
export const unit = (price: number, values: Partial<Version> = {}) =>
  v({ pricing: 'UNIT_PRICE', unitPrice: price, ...values });
/** Billing input for a metered month; `more` overrides it. */
export const asked = (versions: Version | Version[], more: Partial<BillingInput> = {}): BillingInput => ({
  versions: [versions].flat(),
  source: 'METER',
  period: NOVEMBER,
  ...more,
});
const bike = (plate: string, start = '2025-01-01', end: string | null = null) => ({ plate, start, end });
export const parked = (tiers: readonly Step[], vehicles: ReturnType<typeof bike>[], more: Partial<BillingInput> = {}) =>
  asked(v({ tiers, vat: 10 }), { source: 'VEHICLE', period: DAYS, vehicles, ...more });

/** Lines, net, surcharge tax, VAT, total. */
export type Wanted = [lines: number[], net: number, surcharge: number, vat: number, total: number];
export const EXAMPLES: [string, () => BillingInput, Wanted][] = [
  [
    '1 six tiers',
    () => asked(v(E8), { quantity: 320 }),
    [[99_200, 102_500, 238_000, 299_800, 67_000], 806_500, 0, 64_520, 871_020],
  ],
  ['2 half a kWh', () => asked(v(E8), { quantity: 50.5 }), [[99_200, 1025], 100_225, 0, 8018, 108_243]],
  ['3 nothing', () => asked(v(E8), { quantity: 0 }), [[], 0, 0, 0, 0]],
  [
    '4 lodgers',
    () => asked(v({ ...E8, tierPeople: 4 }), { quantity: 200, people: 5 }),
    [[124_000, 128_125, 178_500], 430_625, 0, 34_450, 465_075],
  ],
  [
    '5 Hanoi water',
    () => asked(v({ tiers: HANOI, vat: 5, surchargeTax: 10 }), { quantity: 25 }),
    [[85_000, 99_000, 80_000], 264_000, 26_400, 13_200, 303_600],
  ],
  [
    '6 HCMC water',
    () => asked(v({ tiers: HCMC, vat: 5, tierPeople: 1 }), { quantity: 20, people: 4 }),
    [[107_200, 51_600], 158_800, 0, 7940, 166_740],
  ],
  [
    '7 a norm of each',
    () => asked(unit(8500, { vat: 5, norm: 4, normPer: 'PERSON' }), { quantity: 18, people: 3 }),
    [[51_000], 51_000, 0, 2550, 53_550],
  ],
  [
    '8 parts',
    () =>
      asked(
        v({
          formulaType: 'PERCENT',
          vat: 5,
          parts: [
            [30, 6700],
            [50, 12_900],
            [20, 14_400],
          ].map(([percent = 0, price = 0]) => ({ percent, price })),
        }),
        { quantity: 7 },
      ),
    [[14_070, 45_150, 20_160], 79_380, 0, 3969, 83_349],
  ],
  [
    '9 one price for all',
    () => asked(v({ formulaType: 'ACCUMULATED', tiers: T3 }), { quantity: 20 }),
    [[40_000], 40_000, 0, 0, 40_000],
  ],
  [
    '9 above the bound',
    () => asked(v({ formulaType: 'ACCUMULATED', tiers: T3 }), { quantity: 20.5 }),
    [[61_500], 61_500, 0, 0, 61_500],
  ],
  ['10 half up', () => asked(unit(5550), { source: 'AREA', quantity: 32.05 }), [[177_878], 177_878, 0, 0, 177_878]],
  [
    '11 an area',
    () => asked(unit(16_500, { vat: 10 }), { source: 'AREA', quantity: 68.5, period: DAYS }),
    [[1_130_250], 1_130_250, 0, 113_025, 1_243_275],
  ],
  [
    '11 half the days',
    () =>
      asked(unit(16_500, { vat: 10 }), { source: 'AREA', quantity: 68.5, period: DAYS, use: { start: '2026-11-16' } }),
    [[565_125], 565_125, 0, 56_513, 621_638],
  ],
  [
    '12 VAT in the price',
    () => asked(unit(7700, { vat: 10, vatIncluded: true }), { source: 'AREA', quantity: 72.17 }),
    [[555_709], 505_190, 0, 50_519, 555_709],
  ],
  [
    '13 VAT in the price',
    () => asked(unit(100_015, { vat: 8, vatIncluded: true }), { source: 'FIXED' }),
    [[100_015], 92_606, 0, 7409, 100_015],
  ],
  [
    '14 surcharge beside',
    () => asked(unit(108_000, { vat: 8, vatIncluded: true, surchargeTax: 10 }), { source: 'FIXED' }),
    [[108_000], 100_000, 10_000, 8000, 118_000],
  ],
  [
    '15 fee and discount',
    () =>
      asked(unit(100_000, { vat: 10, fixedFee: 50_000, discountType: 'PERCENT', discountPercent: 10 }), {
        source: 'FIXED',
      }),
    [[100_000, 50_000, -15_000], 135_000, 0, 13_500, 148_500],
  ],
  [
    '16 a discount cut',
    () => asked(unit(40_000, { discountType: 'FIXED', discountAmount: 50_000 }), { source: 'FIXED' }),
    [[40_000, -40_000], 0, 0, 0, 0],
  ],
  [
    '17 rising steps',
    () => parked(BIKES, [bike('A'), bike('B'), bike('C', '2026-11-16')]),
    [[100_000, 100_000, 75_000], 275_000, 0, 27_500, 302_500],
  ],
  [
    '18 a new price',
    () =>
      asked([unit(10_000), unit(12_000, { id: 'b', effectiveFrom: '2026-10-11' })], {
        source: 'AREA',
        quantity: 70,
        period: month('2026-10'),
      }),
    [[225_806, 569_032], 794_838, 0, 0, 794_838],
  ],
  [
    '19 new tiers in May',
    () =>
      asked([v({ tiers: OLD, vat: 8 }), v({ ...E8, id: 'b', effectiveFrom: '2025-05-10' })], {
        quantity: 310,
        period: month('2025-05'),
      }),
    [[27_479, 28_394, 65_932, 83_032, 9282, 70_400, 72_742, 168_903, 212_761, 23_774], 762_699, 0, 61_016, 823_715],
  ],
  [
    '20 by the meter',
    () =>
      asked([v({ tiers: OLD, vat: 8 }), v({ ...E8, id: 'b', effectiveFrom: '2025-05-10' })], {
        quantity: 310,
        period: { type: 'ONE_MONTH', start: '2025-04-20', end: '2025-05-19' },
      }),
    [[63_100, 65_200, 151_400, 190_667, 21_313, 33_067, 34_167, 79_333, 99_933, 11_167], 749_347, 0, 59_948, 809_295],
  ],
  [
    '21 tiers of half a month',
    () => asked(v(E8), { quantity: 100, period: DAYS, use: { start: '2026-11-16' } }),
    [[49_600, 51_250, 119_000], 219_850, 0, 17_588, 237_438],
  ],
  [
    '22 nobody declared',
    () => asked(v({ ...E8, tierPeople: 4, noPeopleTier: 3 }), { quantity: 200, people: 0 }),
    [[476_000], 476_000, 0, 38_080, 514_080],
  ],
  [
    '23 drainage',
    () => asked(v({ tiers: DRAIN, vat: 8, tierPeople: 1 }), { quantity: 20, people: 4 }),
    [[32_160, 15_480], 47_640, 0, 3811, 51_451],
  ],
  [
    '23 water of nobody',
    () => asked(v({ tiers: HCMC, vat: 5, tierPeople: 1 }), { quantity: 20, people: 0 }),
    [[288_000], 288_000, 0, 14_400, 302_400],
  ],
  [
    '24 the first leaves',
    () => parked(BIKES, [bike('A', '2025-01-01', '2026-11-10'), bike('B'), bike('C')]),
    [[33_333, 100_000, 50_000, 66_667], 250_000, 0, 25_000, 275_000],
  ],
  [
    '25 a second car',
    () =>
      asked(v({ formulaType: 'ACCUMULATED', tiers: CARS, vat: 10 }), {
        source: 'VEHICLE',
        period: DAYS,
        vehicles: [bike('A'), bike('B', '2026-11-16')],
      }),
    [[600_000, 750_000, 750_000], 2_100_000, 0, 210_000, 2_310_000],
  ],
  [
    '26 a motorbike with VAT',
    () => asked(unit(210_000, { vat: 10, vatIncluded: true }), { source: 'VEHICLE', vehicles: [bike('A')] }),
    [[210_000], 190_909, 0, 19_091, 210_000],
  ],
];
