import type { BillingInput } from '@lobby/shared/billing/billing-input.ts';
import { charge } from '@lobby/shared/billing/engine.ts';
import { daysIn } from '@lobby/shared/billing/periods.ts';
import { type Step, type Version, versionOf } from '@lobby/shared/billing/version.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const RUNS = process.env.LONG ? 100_000 : 3000;
const holds = <T>(values: fc.Arbitrary<T>, test: (value: T) => void) =>
  fc.assert(
    fc.property(values, value => {
      test(value);
    }),
    { numRuns: RUNS },
  );

const NOVEMBER = { type: 'ONE_MONTH', start: '2026-11-01', end: '2026-11-30' } as const;
const price = fc.integer({ min: 0, max: 50_000 });
const milli = fc.integer({ min: 0, max: 5_000_000 });
const percent = fc.integer({ min: 0, max: 2500 }).map(n => n / 100);
const ladder = fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 5 }).chain(widths =>
  fc.array(price, { minLength: widths.length + 1, maxLength: widths.length + 1 }).map(prices => {
    let to = 0;
    return prices.map((one, n): Step => {
      to += widths[n] ?? 0;
      return { to: n < widths.length ? to / 1000 : null, price: one };
    });
  }),
);
const version = fc
  .record({
    tiers: ladder,
    formulaType: fc.constantFrom('NUMBER_USE' as const, 'ACCUMULATED' as const),
    tierPeople: fc.option(fc.integer({ min: 1, max: 4 })),
    norm: fc.integer({ min: 0, max: 20_000 }).map(n => n / 1000),
    normPer: fc.constantFrom('UNIT' as const, 'PERSON' as const),
    fixedFee: price,
    discountType: fc.constantFrom('NONE' as const, 'PERCENT' as const, 'FIXED' as const),
    discountPercent: fc.integer({ min: 0, max: 10_000 }).map(n => n / 100),
    discountAmount: price,
    vat: percent,
    vatIncluded: fc.boolean(),
    surchargeTax: percent,
  })
  .map(values => versionOf({ id: 'a', ...values }));
const asked = fc.record({
  version,
  quantity: milli,
  people: fc.integer({ min: 0, max: 8 }),
  source: fc.constantFrom('METER' as const, 'AREA' as const),
  day: fc.integer({ min: 1, max: 30 }),
  type: fc.constantFrom('ONE_MONTH' as const, 'PART_OF_MONTH' as const, 'HALF_MONTH' as const),
});
type Question = typeof asked extends fc.Arbitrary<infer T> ? T : never;
const dayOf = (n: number) => `2026-11-${String(n).padStart(2, '0')}`;
const ask = ({ version, quantity, people, source, day, type }: Question, more: Partial<BillingInput> = {}) =>
  charge({
    versions: [version],
    source,
    people,
    quantity: quantity / 1000,
    period: { ...NOVEMBER, type },
    use: { start: dayOf(day) },
    ...more,
  });

// Independent second implementation in integer thousandths, written from the rules alone.

const half = (n: bigint, d: bigint) => Number((2n * n + d) / (2n * d));

function again({ version, quantity, people, source, day, type }: Question): number {
  const days = 31 - day;
  const share = type === 'PART_OF_MONTH' ? [days, 30] : type === 'HALF_MONTH' && day > 15 ? [1, 2] : [1, 1];
  const [num = 1n, den = 1n] = share.map(BigInt);
  const read = source === 'METER';
  const [wn, wd] = read ? [num, den] : [1n, 1n];
  const [an, ad] = read ? [1n, 1n] : [num, den];
  // All values in thousandths, over `wd` × `tp`.
  const tp = version.tierPeople === null ? 1n : BigInt(version.tierPeople);
  const heads = version.tierPeople === null ? 1n : BigInt(people);
  const unit = wd * tp;
  const norm = BigInt(Math.round(version.norm * 1000)) * (version.normPer === 'PERSON' ? BigInt(people) : 1n) * wn * tp;
  const left = BigInt(quantity) * unit - norm;
  const billable = left > 0n ? left : 0n;
  const bounds = version.tiers.map(({ to }) => (to === null ? null : BigInt(Math.round(to * 1000)) * wn * heads));
  const amount = (part: bigint, of: number) => half(part * BigInt(of) * an, unit * 1000n * ad);
  let gross = 0;
  if (version.tierPeople !== null && people === 0) gross += amount(billable, version.tiers.at(-1)?.price ?? 0);
  else if (version.formulaType === 'ACCUMULATED') {
    const at = bounds.findIndex(to => to === null || billable <= to);
    gross += amount(billable, version.tiers[at]?.price ?? 0);
  } else {
    let from = 0n;
    for (const [n, to] of bounds.entries()) {
      const end = to === null || billable < to ? billable : to;
      if (end > from) gross += amount(end - from, version.tiers[n]?.price ?? 0);
      from = to ?? from;
    }
  }
  gross += half(BigInt(version.fixedFee) * num, den);
  const rate = (value: number) => BigInt(Math.round(value * 100));
  const off =
    version.discountType === 'NONE'
      ? 0
      : version.discountType === 'PERCENT'
        ? half(BigInt(gross) * rate(version.discountPercent ?? 0), 10_000n)
        : Math.min(gross, half(BigInt(version.discountAmount ?? 0) * num, den));
  const base = BigInt(gross - off);
  const net = version.vatIncluded ? half(base * 10_000n, 10_000n + rate(version.vat)) : Number(base);
  const vat = version.vatIncluded ? Number(base) - net : half(base * rate(version.vat), 10_000n);
  return net + vat + half(BigInt(net) * rate(version.surchargeTax), 10_000n);
}

describe('whatever the price, the quantity and the days', () => {
  it('agrees with a second calculation to the dong', () => {
    holds(asked, question => expect(ask(question).total).toBe(again(question)));
  });

  it('is the sum of its parts', () => {
    holds(asked, question => {
      const own = ask(question);
      const sum = (kinds: string[]) =>
        own.lines.reduce((all, one) => all + (kinds.includes(one.kind) ? one.amount : 0), 0);
      expect(sum(['TIER', 'UNIT', 'PERCENT', 'FIXED_FEE'])).toBe(own.gross);
      const base = own.gross - own.discount;
      expect(question.version.vatIncluded ? own.net + own.vat : own.net).toBe(base);
      expect(own.total).toBe(own.net + own.surchargeTax + own.vat);
      expect(own.discount).toBeLessThanOrEqual(own.gross);
    });
  });

  it('never falls when more is used', () => {
    holds(fc.tuple(asked, milli), ([question, other]) => {
      const rising: Question = { ...question, version: { ...question.version, formulaType: 'NUMBER_USE' } };
      const [less, more] = [Math.min(rising.quantity, other), Math.max(rising.quantity, other)];
      expect(ask({ ...rising, quantity: less }).total).toBeLessThanOrEqual(ask({ ...rising, quantity: more }).total);
    });
  });

  it('is the same of two versions of one price, but for a dong of each line', () => {
    holds(fc.tuple(asked, fc.integer({ min: 2, max: 30 })), ([question, day]) => {
      const plain = { ...question.version, discountType: 'NONE' as const, vat: 0, surchargeTax: 0 };
      const second: Version = { ...plain, id: 'b', effectiveFrom: dayOf(day) };
      const own = { ...question, version: plain };
      const [whole, parts] = [ask(own), ask(own, { versions: [plain, second] })];
      expect(Math.abs(whole.total - parts.total)).toBeLessThanOrEqual(parts.lines.length);
    });
  });

  it('of a month in two parts is the month, but for a dong of each line', () => {
    holds(fc.tuple(asked, fc.integer({ min: 1, max: 29 })), ([question, day]) => {
      const plain = { ...question.version, discountType: 'NONE' as const, vat: 0, surchargeTax: 0, vatIncluded: false };
      const own: Question = { ...question, version: plain, source: 'AREA', type: 'PART_OF_MONTH', day: 1 };
      const [whole, first, rest] = [
        ask(own),
        ask(own, { use: { end: dayOf(day) } }),
        ask(own, { use: { start: addDays(dayOf(day), 1) } }),
      ];
      expect(Math.abs(whole.total - first.total - rest.total)).toBeLessThanOrEqual(whole.lines.length);
    });
  });

  it('agrees on a net with VAT in the price and beside it', () => {
    holds(fc.tuple(fc.integer({ min: 0, max: 1_000_000_000 }), percent), ([net, vat]) => {
      const of = (unitPrice: number, vatIncluded: boolean) =>
        charge({
          versions: [versionOf({ pricing: 'UNIT_PRICE', unitPrice, vat, vatIncluded })],
          source: 'FIXED',
          period: NOVEMBER,
        });
      const beside = of(net, false);
      const within = of(beside.total, true);
      expect(Math.abs(within.net - beside.net)).toBeLessThanOrEqual(1);
      expect(within.total).toBe(beside.total);
    });
  });

  it('does not depend on the order of meters or of vehicles', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 29 })), {
      minLength: 1,
      maxLength: 5,
    });
    holds(
      fc.tuple(version, fc.array(milli, { minLength: 2, maxLength: 4 }), fc.boolean(), spans),
      ([own, quantities, cumulative, all]) => {
        const meters = (order: readonly number[]) =>
          charge({
            versions: [own],
            source: 'METER',
            people: 2,
            period: NOVEMBER,
            cumulative,
            quantity: order.map(one => one / 1000),
          });
        expect(meters(quantities.toReversed())).toEqual(meters(quantities));
        const vehicles = all.map(([from, days], n) => ({
          plate: `P${n}`,
          start: dayOf(from),
          end: addDays(dayOf(from), Math.min(days, 30 - from)),
        }));
        const parked = (order: typeof vehicles) =>
          charge({
            versions: [own],
            source: 'VEHICLE',
            period: { ...NOVEMBER, type: 'PART_OF_MONTH' },
            cumulative,
            vehicles: order,
          });
        expect(parked(vehicles.toReversed())).toEqual(parked(vehicles));
      },
    );
  });

  it('of vehicles by days is what each day costs', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 29 })), {
      minLength: 1,
      maxLength: 4,
    });
    holds(fc.tuple(ladder, fc.boolean(), spans), ([tiers, accumulated, all]) => {
      const steps = tiers.map(({ to, price: one }) => ({ to: to === null ? null : Math.ceil(to / 20), price: one }));
      const rising = steps.filter(({ to }, n) => to === null || to > (steps[n - 1]?.to ?? 0));
      const formulaType = accumulated ? ('ACCUMULATED' as const) : ('NUMBER_USE' as const);
      const vehicles = all.map(([from, days], n) => ({
        plate: `P${n}`,
        start: dayOf(from),
        end: addDays(dayOf(from), Math.min(days, 30 - from)),
      }));
      const own = charge({
        versions: [versionOf({ tiers: rising, formulaType, vat: 0 })],
        source: 'VEHICLE',
        vehicles,
        period: { ...NOVEMBER, type: 'PART_OF_MONTH' },
      });
      const at = (k: number) => rising.find(({ to }) => to === null || k <= to)?.price ?? 0;
      let thirtieths = 0;
      for (let day = 1; day <= 30; day++) {
        const count = vehicles.filter(({ start, end }) => start <= dayOf(day) && dayOf(day) <= end).length;
        for (let k = 1; k <= count; k++) thirtieths += at(accumulated ? count : k);
      }
      expect(Math.abs(own.total - thirtieths / 30)).toBeLessThanOrEqual(own.lines.length / 2 + 1e-6);
    });
  });

  it('says its lines so that they multiply out', () => {
    holds(asked, question => {
      const own = ask(question);
      for (const { kind, quantity, unitPrice, percent: of, days, ofDays, amount } of own.lines) {
        if (!['TIER', 'UNIT', 'FIXED_FEE'].includes(kind)) continue;
        const product = (quantity ?? 0) * (unitPrice ?? 0) * ((of ?? 100) / 100) * ((days ?? 1) / (ofDays ?? 1));
        // Quantities are rounded to six decimals.
        expect(Math.abs(product - amount)).toBeLessThanOrEqual(0.5 + 0.05);
      }
      expect(daysIn(NOVEMBER)).toBe(30);
    });
  });
});
