import { addDays, type Day } from '../kit/dates.ts';
import type { BillingInput, ChargeLine, Vehicle } from './billing-input.ts';
import { dong, exact, mul, ONE, toExact, Uncountable } from './exact.ts';
import { daysIn, shared, shareOf, type Taken } from './periods.ts';
import { stepAt } from './tiers.ts';
import { listedPrice, type Version } from './version.ts';

type Line = Partial<ChargeLine> & Pick<ChargeLine, 'kind' | 'amount'>;
interface Present extends Vehicle {
  first: Day;
  last: Day;
}

/** Price of one vehicle by its position among `count`; null if it is free. */
function priceOf({ unit = {} }: BillingInput, version: Version, place: number, count: number): number | null {
  if (version.pricing === 'UNIT_PRICE') return version.unitPrice;
  if (version.pricing === 'PRICE_LIST') return listedPrice(version, unit);
  const at = (version.formulaType === 'ACCUMULATED' ? count : place) - Math.floor(version.norm);
  if (place <= Math.floor(version.norm)) return null;
  return stepAt(version.tiers, exact(BigInt(Math.max(at, 1))), ONE).step.price;
}

/** Vehicles present on a day, ordered by start, then plate. */
const thereOn = (all: readonly Present[], day: Day): Present[] =>
  all.filter(({ first, last }) => first <= day && day <= last);

const inOrder = (a: Present, b: Present): number =>
  a.start !== b.start ? (a.start < b.start ? -1 : 1) : a.plate < b.plate ? -1 : a.plate > b.plate ? 1 : 0;

/** Lines of vehicles: by the number on each day in rising tiers, or each at the first price. */
export function vehicleLines(input: BillingInput, span: Taken): Line[] {
  const { period, vehicles = [], cumulative = true } = input;
  const present = vehicles
    .flatMap((vehicle): Present[] => {
      const stay = shared(period, { start: vehicle.start, end: vehicle.end ?? null });
      return stay ? [{ ...vehicle, first: stay.start, last: stay.end }] : [];
    })
    .sort(inOrder);
  if (present.length === 0) throw new Uncountable('PERIOD_NOT_MET');
  return cumulative && period.type === 'PART_OF_MONTH' ? byDays(input, span, present) : byMonth(input, span, present);
}

/** Spans of days in which no vehicle and no price changes. */
function stretches({ period: { start, end } }: BillingInput, span: Taken, present: readonly Present[]) {
  const turns = [
    start,
    addDays(end, 1),
    ...span.versions.map(version => version.start),
    ...present.flatMap(({ first, last }) => [first, addDays(last, 1)]),
  ];
  const days = [...new Set(turns)].filter(day => day >= start && day <= addDays(end, 1)).sort();
  return days.slice(0, -1).map((day, n) => ({ day, count: daysIn({ start: day, end: days[n + 1] ?? day }) - 1 }));
}

/** Prices each day by that day's vehicles; days of one vehicle at one price are merged into a line. */
function byDays(input: BillingInput, span: Taken, present: readonly Present[]): Line[] {
  const days = new Map<string, { vehicle: Present; price: number; versionId: string; n: number }>();
  for (const { day, count } of stretches(input, span, present)) {
    const there = thereOn(present, day);
    if (there.length === 0) continue;
    const version = span.versions.findLast(entry => entry.start <= day)?.version;
    if (!version) throw new Uncountable('NO_TARIFF');
    for (const [n, vehicle] of there.entries()) {
      const price = priceOf(input, version, n + 1, there.length);
      if (price === null) continue;
      const key = `${present.indexOf(vehicle)} ${version.id} ${price}`;
      const entry = days.get(key) ?? { vehicle, price, versionId: version.id, n: 0 };
      days.set(key, { ...entry, n: entry.n + count });
    }
  }
  const of = daysIn(input.period);
  const lines = [...days.values()].sort((a, b) => present.indexOf(a.vehicle) - present.indexOf(b.vehicle));
  return lines.map(({ vehicle, price, versionId, n }) => ({
    kind: 'VEHICLE',
    key: vehicle.plate,
    quantity: 1,
    unitPrice: price,
    versionId,
    ...(n === of ? {} : { days: n, ofDays: of }),
    amount: dong(mul(exact(BigInt(price)), exact(BigInt(n), BigInt(of)))),
  }));
}

/** Prices each vehicle for its part of the month: by its position on its first day, or by the highest number of vehicles. */
function byMonth(input: BillingInput, span: Taken, present: readonly Present[]): Line[] {
  const { period, cumulative = true } = input;
  const most = Math.max(...present.map(({ first }) => thereOn(present, first).length));
  return present.flatMap((vehicle): Line[] => {
    const place = cumulative ? thereOn(present, vehicle.first).indexOf(vehicle) + 1 : 1;
    const share = shareOf(period, { start: vehicle.first, end: vehicle.last });
    return span.versions.flatMap(({ version, start, end }): Line[] => {
      const price = priceOf(input, version, place, cumulative ? most : 1);
      if (price === null) return [];
      const days =
        period.type === 'PART_OF_MONTH' ? shared({ start: vehicle.first, end: vehicle.last }, { start, end }) : null;
      if (period.type === 'PART_OF_MONTH' && !days) return [];
      const part = days
        ? { num: daysIn(days), den: daysIn(period) }
        : { num: share.num * daysIn({ start, end }), den: share.den * daysIn(period) };
      const exactly = mul(toExact(price), exact(BigInt(part.num), BigInt(part.den)));
      return [
        {
          kind: 'VEHICLE',
          key: vehicle.plate,
          quantity: 1,
          unitPrice: price,
          versionId: version.id,
          ...(part.num === part.den ? {} : { days: part.num, ofDays: part.den }),
          amount: dong(exactly),
        },
      ];
    });
  });
}
