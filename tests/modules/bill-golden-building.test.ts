import { db, newId } from '@lobby/server/kit/database/database.ts';
import type { Doc } from '@lobby/server/kit/store/records.ts';
import { collectionOf, type Stored } from '@lobby/server/kit/store/schema.ts';
import { buildPlan, loadServices } from '@lobby/server/modules/bill/index.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import type { unit } from '@lobby/shared/modules/unit.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { expect, it } from 'vitest';
import { startServer } from '../setup/server/server.ts';

await startServer();

const UNITS = 60;
const MONTHS = Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}`);
const daysOf = (month: string) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
const dayNumber = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

/** Data of a unit. */
interface Home {
  id: string;
  area: number;
  persons: number;
  from: string;
  to: string | null;
  /** First and last day of each vehicle. */
  motorbikes: (readonly [string, string | null])[];
  cars: (readonly [string, string | null])[];
  water: (number | null)[];
  power: (number | null)[];
}

/**
 * Sixty units with all special cases: no area, no residents, moves within a month, vehicles that come and go, missing
 * readings.
 */
const homes = Array.from({ length: UNITS }, (_, n): Home => {
  const moved = ['2026-01-01', '2025-06-20', '2026-03-17', '2026-02-28', '2026-05-16', '2026-08-01'][n % 6] ?? '';
  const left = [null, null, '2026-11-15', null, '2026-12-10', '2026-08-31'][(n * 5) % 6] ?? null;
  return {
    id: newId(),
    area: n % 17 === 3 ? 0 : 45.5 + ((n * 37) % 90) + (n % 4) * 0.25,
    persons: n % 7,
    from: moved,
    to: left && left >= moved ? left : null,
    motorbikes: Array.from({ length: n % 4 }, (_x, at) =>
      at === 2 ? (['2026-04-11', '2026-09-20'] as const) : (['2025-01-01', null] as const),
    ),
    cars: Array.from({ length: n % 5 === 0 ? 2 : n % 3 === 0 ? 1 : 0 }, () => ['2026-02-01', null] as const),
    water: MONTHS.map((_x, at) => ((n + at) % 23 === 0 ? null : (n * 7 + at * 5) % 41)),
    power: MONTHS.map((_x, at) => (n % 2 ? null : ((n * 13 + at * 31) % 700) + 0.5)),
  };
});

// Independent calculation in plain numbers, written from the rules alone, without the billing engine.

const dong = (value: number) => Math.floor(value + 0.5 + 1e-7);

/** Overlap of a period with a month in day numbers; null if there is none. */
function within(month: string, from: string, to: string | null): { first: number; last: number } | null {
  const [begin, end] = [dayNumber(`${month}-01`), dayNumber(`${month}-01`) + daysOf(month) - 1];
  const first = Math.max(begin, dayNumber(from));
  const last = Math.min(end, to ? dayNumber(to) : end);
  return first <= last ? { first, last } : null;
}

const withVat = (net: number, rate: number, surcharge = 0) =>
  net + dong((net * surcharge) / 100) + dong((net * rate) / 100);

/** 12,000 per m² by days of the month; 13,000 from 16 July; VAT 8 %. */
function management(home: Home, month: string): number | null {
  const span = within(month, home.from, home.to);
  if (!span || home.area === 0) return null;
  const change = dayNumber('2026-07-16');
  const parts = [
    [span.first, Math.min(span.last, change - 1), 12_000],
    [Math.max(span.first, change), span.last, 13_000],
  ] as const;
  const net = parts.reduce((sum, [first, last, price]) => {
    if (first > last) return sum;
    return sum + dong((home.area * price * (last - first + 1)) / daysOf(month));
  }, 0);
  return withVat(net, 8);
}

/**
 * Per month and person: 4 m³ at 6,700, 2 at 12,900, the rest at 14,400; 10 % more from October; surcharge 10 %, VAT 5
 * %.
 */
function water(home: Home, month: string): number | null {
  const used = home.water[MONTHS.indexOf(month)] ?? null;
  const span = within(month, home.from, home.to);
  if (!span || used === null) return null;
  const people = home.persons;
  const prices = month < '2026-10' ? [6700, 12_900, 14_400] : [7370, 14_190, 15_840];
  // Without residents all usage is at the last price.
  if (people === 0) return withVat(used * (prices[2] ?? 0), 5, 10);
  // Tier bounds are proportional to the days of use.
  const part = (span.last - span.first + 1) / daysOf(month);
  const first = Math.min(used, 4 * people * part);
  const second = Math.min(used - first, 2 * people * part);
  const third = used - first - second;
  const net = dong(first * (prices[0] ?? 0)) + dong(second * (prices[1] ?? 0)) + dong(third * (prices[2] ?? 0));
  return withVat(net, 5, 10);
}

/** Six tiers, 10 kWh free, fixed fee of 15,000, VAT 8 %. */
function power(home: Home, month: string): number | null {
  const used = home.power[MONTHS.indexOf(month)] ?? null;
  if (!within(month, home.from, home.to) || used === null) return null;
  const prices = [1984, 2050, 2380, 2998, 3350, 3460];
  const widths = [50, 50, 100, 100, 100, Number.POSITIVE_INFINITY];
  let left = Math.max(0, used - 10);
  let net = 15_000;
  for (const [n, width] of widths.entries()) {
    net += dong(Math.min(left, width) * (prices[n] ?? 0));
    left -= Math.min(left, width);
  }
  return withVat(net, 8);
}

/** 30,000 per month; half if it starts after the 15th or ends before the 16th. */
function waste(home: Home, month: string): number | null {
  const span = within(month, home.from, home.to);
  if (!span) return null;
  const begin = dayNumber(`${month}-01`);
  return span.first - begin + 1 > 15 || span.last - begin + 1 < 16 ? 15_000 : 30_000;
}

/** 100,000 each including 10 % VAT, by days of the month, with 10 % discount. */
function motorbikes(home: Home, month: string): number | null {
  const spans = home.motorbikes.flatMap(([from, to]) => within(month, from, to) ?? []);
  if (spans.length === 0) return null;
  const full = spans.reduce((sum, one) => sum + dong((100_000 * (one.last - one.first + 1)) / daysOf(month)), 0);
  return full - dong(full * 0.1);
}

/** One car 1,250,000, two or more 1,500,000 each; gate fee of 20,000; whole months; price includes 10 % VAT. */
function cars(home: Home, month: string): number | null {
  const count = home.cars.filter(([from, to]) => within(month, from, to)).length;
  return count === 0 ? null : count * (count > 1 ? 1_500_000 : 1_250_000) + 20_000;
}

const RULES = { management, water, power, waste, motorbikes, cars };
type Key = keyof typeof RULES;
const KEYS: readonly Key[] = ['management', 'water', 'power', 'waste', 'motorbikes', 'cars'];
const ids = Object.fromEntries(KEYS.map(key => [key, newId()])) as Record<Key, string>;
const projectId = newId();

const tiers = (...rows: readonly (readonly [number | null, number])[]) => rows.map(([to, price]) => ({ to, price }));
const SERVICES: Readonly<Record<Key, Record<string, unknown>>> = {
  management: { source: 'AREA', periodType: 'PART_OF_MONTH' },
  water: { source: 'METER', periodType: 'PART_OF_MONTH' },
  power: { source: 'METER', periodType: 'ONE_MONTH' },
  waste: { source: 'FIXED', periodType: 'HALF_MONTH' },
  motorbikes: { source: 'VEHICLE', vehicleTypes: [{ vehicleType: 'MOTORBIKE' }], periodType: 'PART_OF_MONTH' },
  cars: { source: 'VEHICLE', vehicleTypes: [{ vehicleType: 'CAR' }], periodType: 'ONE_MONTH' },
};
const included = { vatIncluded: true, vat: 10 };
const PRICES: readonly (readonly [Key, string, Record<string, unknown>])[] = [
  ['management', '2025-01-01', { tiers: tiers([null, 12_000]), vat: 8 }],
  ['management', '2026-07-16', { tiers: tiers([null, 13_000]), vat: 8 }],
  [
    'water',
    '2025-01-01',
    { tiers: tiers([4, 6700], [6, 12_900], [null, 14_400]), tierPeople: 1, vat: 5, surchargeTax: 10 },
  ],
  [
    'water',
    '2026-10-01',
    { tiers: tiers([4, 7370], [6, 14_190], [null, 15_840]), tierPeople: 1, vat: 5, surchargeTax: 10 },
  ],
  [
    'power',
    '2025-01-01',
    {
      tiers: tiers([50, 1984], [100, 2050], [200, 2380], [300, 2998], [400, 3350], [null, 3460]),
      vat: 8,
      norm: 10,
      fixedFee: 15_000,
    },
  ],
  ['waste', '2025-01-01', { tiers: tiers([null, 30_000]) }],
  [
    'motorbikes',
    '2025-01-01',
    { tiers: tiers([null, 100_000]), ...included, discountType: 'PERCENT', discountPercent: 10 },
  ],
  [
    'cars',
    '2025-01-01',
    { tiers: tiers([1, 1_250_000], [null, 1_500_000]), formulaType: 'ACCUMULATED', ...included, fixedFee: 20_000 },
  ],
];

async function store(definition: Definition, rows: readonly Record<string, unknown>[]): Promise<void> {
  const docs = rows.map((row, n) => ({ _id: newId(), projectId, deletedAt: null, version: 1, code: `G-${n}`, ...row }));
  const own = db().collection<Stored>(collectionOf(definition));
  // A retry starts from an empty collection.
  await own.deleteMany({ projectId });
  await own.insertMany(docs as unknown as Stored[]);
}

it('bills sixty homes with six services over a year as an independent calculation does, to the dong', async () => {
  await store(
    service,
    KEYS.map((key, n) => ({ _id: ids[key], tariffId: ids[key], active: true, order: n, ...SERVICES[key] })),
  );
  await store(
    tariffVersion,
    PRICES.map(([key, effectiveFrom, values]) => ({
      tariffId: ids[key],
      effectiveFrom,
      pricing: 'FORMULA',
      formulaType: 'NUMBER_USE',
      vat: 0,
      ...values,
    })),
  );
  const registered: readonly Key[] = ['management', 'water', 'power', 'waste'];
  await store(
    serviceRegistration,
    homes.flatMap(home =>
      registered.map(key => ({
        unitId: home.id,
        serviceId: ids[key],
        quantity: 1,
        startDate: home.from,
        endDate: home.to,
      })),
    ),
  );
  const parked = (home: Home, key: 'motorbikes' | 'cars') =>
    home[key].map(([startDate, endDate]) => ({ unitId: home.id, serviceId: ids[key], startDate, endDate }));
  await store(
    parking,
    homes.flatMap(home => [...parked(home, 'motorbikes'), ...parked(home, 'cars')]),
  );
  await store(
    residency,
    homes.flatMap(home => Array.from({ length: home.persons }, () => ({ unitId: home.id, living: true }))),
  );
  await store(
    usage,
    homes.flatMap(home =>
      (['water', 'power'] as const).flatMap(key =>
        home[key].flatMap((quantity, at) =>
          quantity === null ? [] : [{ unitId: home.id, serviceId: ids[key], month: MONTHS[at], usageNumber: quantity }],
        ),
      ),
    ),
  );
  const units = homes.map(
    ({ id, area }) => ({ _id: id, projectId, area, useArea: area }) as unknown as Doc<typeof unit>,
  );
  const services = await loadServices(projectId, []);
  let [bills, sum] = [0, 0];
  for (const month of MONTHS) {
    const plan = await buildPlan(projectId, month, services, units);
    const found = new Map(plan.bills.map(bill => [`${bill.unitId} ${bill.serviceId}`, bill.charge.total]));
    for (const [n, home] of homes.entries())
      for (const key of KEYS) {
        const wanted = RULES[key](home, month);
        expect(found.get(`${home.id} ${ids[key]}`) ?? null, `home ${n}, ${key}, ${month}`).toBe(wanted);
        bills += wanted === null ? 0 : 1;
        sum += wanted ?? 0;
      }
  }
  // The sums are constant, since the generated data are.
  expect(bills).toBeGreaterThan(2000);
  expect(sum).toBeGreaterThan(500_000_000);
});
