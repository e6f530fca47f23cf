import type { Charge, Discount, Vehicle } from '@lobby/shared/billing/billing-input.ts';
import { type BillingSettings, noticeMonthOf, servicePeriod } from '@lobby/shared/billing/dates.ts';
import { charge, Uncountable } from '@lobby/shared/billing/engine.ts';
import { add, decimal, type Exact, exact, toExact, ZERO } from '@lobby/shared/billing/exact.ts';
import { added } from '@lobby/shared/billing/items.ts';
import { daysIn, monthPeriod, type Period, type PeriodType, periodOf, shared } from '@lobby/shared/billing/periods.ts';
import type { Version } from '@lobby/shared/billing/version.ts';
import { FAIL_REASONS, type RUN_REASONS } from '@lobby/shared/modules/bill-run.ts';
import { isRead } from '@lobby/shared/modules/billing-service.ts';
import { keyOnBill, type parking } from '@lobby/shared/modules/parking.ts';
import type { residency } from '@lobby/shared/modules/resident.ts';
import type { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { log } from '../../../kit/ops/log.ts';
import type { Doc } from '../../../kit/store/records.ts';
import type { MeterDoc, ServiceDoc, UnitDoc, UsageDoc } from '../types.ts';
import { readingsOf } from '../usages.ts';

export type Skip = (typeof RUN_REASONS)[number];
export const isFailure = (reason: Skip): boolean => FAIL_REASONS.some(failReason => failReason === reason);

export interface Planned {
  unitId: string;
  serviceId: string;
  period: Period;
  noticeMonth: string;
  quantity: number;
  usages: UsageDoc[];
  readings: ReturnType<typeof readingsOf>;
  charge: Charge;
  vat: number;
  vatIncluded: boolean;
}

type Registration = Doc<typeof serviceRegistration>;
type Residency = Doc<typeof residency>;

/** Input for calculating the bill of a unit and service in a month. */
export interface Facts {
  unit: UnitDoc;
  service: ServiceDoc;
  versions: readonly Version[];
  month: string;
  usages: UsageDoc[];
  meters: ReadonlyMap<string, MeterDoc>;
  labels: string[];
  /** Residencies of the unit; their days count. */
  living: readonly Residency[];
  /** Tariff versions of registrations that name a tariff of their own. */
  ownVersions: ReadonlyMap<string, Version[]>;
  settings: BillingSettings;
  spans: readonly Registration[];
  parked: readonly Doc<typeof parking>[];
  /** Discount set on the bill itself, replacing any other. */
  given: Discount | null;
}

/** The bill of a unit and service, or the reason why there is none. */
export function planBill(facts: Facts): Planned | Skip {
  const { unit, service, usages, month } = facts;
  if (isRead(service.source) && usages.length === 0) return 'NO_USAGE';
  const area = unit.useArea ?? unit.area ?? 0;
  if (service.source === 'AREA' && area === 0) return 'NO_AREA';
  try {
    const parts = service.source === 'VEHICLE' ? ofVehicles(facts) : ofSpans(facts, area);
    const [first] = parts;
    if (!first) return 'NOT_IN_PERIOD';
    const whole = added(parts.map(part => part.charge));
    // Zero usage still yields a bill; other services with nothing to charge yield none.
    if (whole.total === 0 && !isRead(service.source)) return 'NOTHING_TO_CHARGE';
    const starts = parts.map(({ period }) => period.start).sort();
    const ends = parts.map(({ period }) => period.end).sort();
    return {
      unitId: unit._id,
      serviceId: service._id,
      usages,
      readings: readingsOf(usages, facts.meters),
      noticeMonth: noticeMonthOf(service.type, month, ends.at(-1) ?? first.period.end, facts.settings),
      period: { start: starts[0] ?? first.period.start, end: ends.at(-1) ?? first.period.end },
      quantity: parts.reduce((sum, { quantity }) => Math.round((sum + quantity) * 1000) / 1000, 0),
      charge: whole,
      ...taxOf([...facts.versions, ...[...facts.ownVersions.values()].flat()], first.charge),
    };
  } catch (error) {
    // An error in one bill must not stop the others.
    if (!(error instanceof Uncountable)) {
      log.error({ error: String(error), unit: unit._id, service: service._id }, 'a bill could not be counted');
      return 'NOT_COUNTED';
    }
    if (error.code === 'PERIOD_NOT_MET') return 'NOT_IN_PERIOD';
    return error.code === 'QUANTITY_INVALID' ? 'FORMULA_INVALID' : error.code;
  }
}

/** VAT of the tariff version in force on the last day, stored on the bill. */
function taxOf(versions: readonly Version[], amounts: Charge): { vat: number; vatIncluded: boolean } {
  const last = versions.find(({ id }) => id === amounts.versions.at(-1)?.id);
  return { vat: last?.vatKind === 'RATE' ? last.vat : 0, vatIncluded: last?.vatIncluded ?? false };
}

interface Counted {
  period: Period;
  quantity: number;
  charge: Charge;
}

const pricedBy = ({ versions, unit, labels, service }: Facts) => ({
  cumulative: service.cumulative !== false,
  versions,
  unitName: service.unitName,
  unit: { type: unit.type, labels },
});

const FAR = '9999-12-31';

/** The bill's own discount for one of its parts; a fixed amount applies to the first part only. */
const givenTo = ({ given }: Facts, part: number): Discount | null =>
  given && given.type !== 'PERCENT' && part > 0 ? { type: given.type, value: 0 } : given;

/** Number of people: as registered, or residents weighted by their days in the period. */
function peopleOf(registration: Registration, living: readonly Residency[], period: Period): Exact {
  if (registration.peopleFrom === 'REGISTERED') return toExact(registration.people ?? 0);
  const days = living.reduce((sum, { movedInAt, movedOutAt }) => {
    const there = shared(period, { start: movedInAt, end: movedOutAt });
    return there ? sum + daysIn(there) : sum;
  }, 0);
  return exact(BigInt(days), BigInt(daysIn(period)));
}

/** Total quantity; the sum if there are several meters. */
const amountOf = (quantity: number | Exact | readonly number[]): number =>
  typeof quantity === 'number'
    ? quantity
    : decimal('n' in quantity ? quantity : quantity.map(part => toExact(part)).reduce(add, ZERO));

/** Discount of a registration until its end date; null if the tariff's discount applies. */
function discountOf(registration: Registration, periodEnd: string): Discount | null {
  const { discountType: type, discountPercent, discountAmount, discountUntil } = registration;
  if ((type !== 'PERCENT' && type !== 'FIXED') || periodEnd > (discountUntil ?? FAR)) return null;
  return { type, value: (type === 'PERCENT' ? discountPercent : discountAmount) ?? 0 };
}

/** A full-month service is charged and shown as a whole month, whenever it started; others by the days used. */
const billed = ({ type, ...whole }: Period & { type: PeriodType }, met: Period): Period =>
  type === 'ONE_MONTH' ? whole : met;

/** Charges of registrations, each for its own days; usage of the month is charged only once. */
function ofSpans(facts: Facts, area: number): Counted[] {
  const { service, month, usages } = facts;
  const { source } = service;
  const found = facts.spans.flatMap((span, part): Counted[] => {
    const days = { start: span.startDate, end: span.endDate };
    const period = periodOf(service.periodType, month, days.start, servicePeriod(service, month));
    const met = shared(period, days);
    if (!met) return [];
    const read = usages.map(({ usageNumber }) => usageNumber ?? 0);
    const people = peopleOf(span, facts.living, period);
    const bySource = { AREA: area, METER: read, NUMBER: read, PEOPLE: people, FIXED: span.quantity, VEHICLE: 1 };
    const quantity = bySource[source];
    const input = {
      ...pricedBy(facts),
      people,
      source,
      quantity,
      period,
      use: days,
      ...(span.tariffId ? { versions: facts.ownVersions.get(span.tariffId) ?? [] } : {}),
      discount: givenTo(facts, part) ?? discountOf(span, period.end),
    };
    return [{ period: billed(period, met), quantity: amountOf(quantity), charge: charge(input) }];
  });
  return isRead(source) ? found.slice(0, 1) : found;
}

/** Charges of vehicles and registered parking places; with month-to-month periods each has its own period. */
function ofVehicles(facts: Facts): Counted[] {
  const { service, month } = facts;
  const type = service.periodType;
  type Priced = Vehicle & { tariffId: string | null };
  const vehicles: Priced[] = [
    ...facts.parked.map(vehicle => ({
      plate: keyOnBill(vehicle),
      start: vehicle.startDate ?? '1900-01-01',
      end: vehicle.endDate,
      tariffId: vehicle.tariffId ?? null,
    })),
    ...facts.spans.flatMap(span =>
      Array.from({ length: Math.max(1, Math.round(span.quantity)) }, (_, n) => ({
        plate: `${span.code} ${n + 1}`,
        start: span.startDate,
        end: span.endDate,
        tariffId: null,
      })),
    ),
  ];
  // Price tiers count the vehicles of one tariff.
  const byPrice = [...Map.groupBy(vehicles, ({ tariffId }) => tariffId).values()];
  const groups = type === 'MONTH_TO_MONTH' ? vehicles.map(vehicle => [vehicle]) : byPrice;
  return groups.flatMap((group, part): Counted[] => {
    const period = periodOf(type, month, group[0]?.start ?? monthPeriod(month).start, servicePeriod(service, month));
    const there = group.filter(vehicle => shared(period, { start: vehicle.start, end: vehicle.end ?? null }));
    if (there.length === 0) return [];
    const first = there.map(({ start }) => start).sort()[0] ?? period.start;
    const ended = there.every(({ end }) => end);
    const last = ended
      ? (there
          .flatMap(({ end }) => end ?? [])
          .sort()
          .at(-1) ?? null)
      : null;
    const met = shared(period, { start: first, end: last }) ?? period;
    const [{ tariffId } = { tariffId: null }] = group;
    const prices = tariffId ? { versions: facts.ownVersions.get(tariffId) ?? [] } : {};
    const discount = givenTo(facts, part);
    const charged = charge({
      ...pricedBy(facts),
      ...prices,
      source: 'VEHICLE',
      vehicles: there,
      period,
      use: met,
      discount,
    });
    return [{ period: billed(period, met), quantity: there.length, charge: charged }];
  });
}
