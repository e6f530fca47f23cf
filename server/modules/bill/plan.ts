import type { Charge, Source, Vehicle } from '@lobby/shared/billing/asked.ts';
import { charge, Uncountable } from '@lobby/shared/billing/engine.ts';
import { added, figuresOf } from '@lobby/shared/billing/items.ts';
import { monthPeriod, type Period, type PeriodType, periodOf, shared } from '@lobby/shared/billing/periods.ts';
import type { Version } from '@lobby/shared/billing/version.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { bill, billKey } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { versionsBy } from '../tariff/index.ts';

/** Why a unit gets no bill of a service that it has. */
export const SKIPPED = ['EXISTS', 'NO_USAGE', 'NO_AREA', 'NO_TARIFF', 'FORMULA_INVALID', 'AMOUNT_TOO_LARGE'] as const;
export type Skip = (typeof SKIPPED)[number];

export interface Planned {
  unitId: string;
  serviceId: string;
  period: Period;
  quantity: number;
  usage: Stored | null;
  charge: Charge;
  vat: number;
  vatIncluded: boolean;
}

export interface Plan {
  bills: Planned[];
  skipped: { unitId: string; serviceId: string; reason: Skip }[];
}

/** The services that a run is about, each with its prices. */
export interface Priced {
  service: Stored;
  versions: Version[];
}

/** The active services, or those of them that are named, with their prices. */
export async function servicesOf(projectId: string, ids: readonly string[]): Promise<Priced[]> {
  const services = await modelOf(service)
    .find({ projectId, deletedAt: null, active: true, ...(ids.length > 0 && { _id: { $in: [...ids] } }) })
    .sort({ displayOrder: 1 })
    .lean<Stored[]>();
  const versions = await versionsBy(
    projectId,
    services.map(({ tariffId }) => tariffId),
  );
  return services.map(one => ({ service: one, versions: versions.get(String(one.tariffId)) ?? [] }));
}

const grouped = (docs: readonly Stored[], key: (doc: Stored) => string) => Map.groupBy(docs, key);
const text = (value: unknown) => (typeof value === 'string' ? value : null);

/** What the bills of a month would be for some units: reads what they have and used, and asks the engine (domain.md, Money 2). */
export async function planOf(
  projectId: string,
  month: string,
  services: readonly Priced[],
  units: readonly Stored[],
  /** Counts what is billed already too: whether it still costs the same. */
  again = false,
): Promise<Plan> {
  const { start, end } = monthPeriod(month);
  const unitIds = units.map(({ _id }) => _id);
  const find = (definition: Definition, more: Record<string, unknown>) =>
    modelOf(definition)
      .find({ projectId, deletedAt: null, unitId: { $in: unitIds }, ...more })
      .maxTimeMS(20_000)
      .lean<Stored[]>();
  const within = { $or: [{ endDate: null }, { endDate: { $gte: start } }], startDate: { $lte: end } };
  const parked = { $or: [{ stopDate: null }, { stopDate: { $gte: start } }], status: 'ACTIVE' };
  const [registrations, vehicles, usages, people, known] = await Promise.all([
    find(serviceRegistration, within),
    find(vehicle, parked),
    find(usage, { month }),
    find(residency, { living: true }),
    find(bill, { month, type: 'NORMAL', createdFor: { $ne: 'INTEREST' }, status: { $ne: 'CANCELLED' } }),
  ]);
  const of = (one: Record<string, unknown>) => `${one.unitId}:${one.serviceId}`;
  const [byUnit, living, parking] = [
    grouped(registrations, of),
    grouped(people, ({ unitId }) => String(unitId)),
    grouped(vehicles, ({ unitId, type }) => `${unitId}:${type}`),
  ];
  const used = new Map(usages.map(doc => [of(doc), doc]));
  const billed = new Set(known.map(of));
  const names = await labelsOf(projectId, units);
  const plan: Plan = { bills: [], skipped: [] };
  for (const unit of units)
    for (const { service, versions } of services) {
      const key = of({ unitId: unit._id, serviceId: service._id });
      const facts: Facts = {
        ...{ unit, service, versions, month, usage: used.get(key) ?? null, labels: names(unit) },
        people: living.get(unit._id)?.length ?? 0,
        spans: byUnit.get(key) ?? [],
        parked: service.measure === 'VEHICLE' ? (parking.get(`${unit._id}:${service.vehicleType}`) ?? []) : [],
      };
      if (facts.spans.length + facts.parked.length === 0) continue;
      const found = billed.has(key) && !again ? 'EXISTS' : planned(facts);
      if (typeof found === 'string') plan.skipped.push({ unitId: unit._id, serviceId: service._id, reason: found });
      else if (found) plan.bills.push(found);
    }
  return plan;
}

/** The labels of units by their ids and names, by which a list of prices may know them. */
async function labelsOf(projectId: string, units: readonly Stored[]) {
  const idsOf = ({ labelIds }: Stored) => (Array.isArray(labelIds) ? labelIds.map(String) : []);
  const ids = [...new Set(units.flatMap(idsOf))];
  const found =
    ids.length > 0
      ? await modelOf(label)
          .find({ projectId, _id: { $in: ids } })
          .lean<Stored[]>()
      : [];
  const names = new Map(found.map(({ _id, name }) => [_id, String(name)]));
  return (unit: Stored) => idsOf(unit).flatMap(id => [id, names.get(id) ?? id]);
}

interface Facts {
  unit: Stored;
  service: Stored;
  versions: readonly Version[];
  month: string;
  usage: Stored | null;
  labels: string[];
  people: number;
  spans: readonly Stored[];
  parked: readonly Stored[];
}

/** The bill of a unit and service, why there is none, or null where nothing falls in the month. */
function planned(facts: Facts): Planned | Skip | null {
  const { unit, service, usage: use } = facts;
  if (service.measure === 'USAGE' && !use) return 'NO_USAGE';
  const area = Number(unit.useArea ?? unit.area ?? 0);
  if (service.measure === 'AREA' && area === 0) return 'NO_AREA';
  try {
    const parts = service.measure === 'VEHICLE' ? ofVehicles(facts) : ofSpans(facts, area);
    const [first] = parts;
    if (!first) return null;
    const starts = parts.map(({ period }) => period.start).sort();
    const ends = parts.map(({ period }) => period.end).sort();
    return {
      ...{ unitId: unit._id, serviceId: service._id, usage: use },
      period: { start: starts[0] ?? first.period.start, end: ends.at(-1) ?? first.period.end },
      quantity: parts.reduce((sum, { quantity }) => Math.round((sum + quantity) * 1000) / 1000, 0),
      charge: added(parts.map(one => one.charge)),
      ...taxOf(facts.versions, first.charge),
    };
  } catch (error) {
    if (!(error instanceof Uncountable)) throw error;
    return error.code === 'PERIOD_NOT_MET' ? null : error.code === 'QUANTITY_INVALID' ? 'FORMULA_INVALID' : error.code;
  }
}

/** VAT of the price in force on the last day, as the bill keeps it. */
function taxOf(versions: readonly Version[], own: Charge): { vat: number; vatIncluded: boolean } {
  const last = versions.find(({ id }) => id === own.versions.at(-1)?.id);
  return { vat: last?.vatKind === 'RATE' ? last.vat : 0, vatIncluded: last?.vatIncluded ?? false };
}

interface Counted {
  period: Period;
  quantity: number;
  charge: Charge;
}

const asked = ({ versions, people, unit, labels, service }: Facts) => ({
  ...{ versions, people, unitName: text(service.unitName) },
  unit: { type: text(unit.type), labels },
});

/** What registrations bring: each for its own days; a meter is read once, whoever had it in the month. */
function ofSpans(facts: Facts, area: number): Counted[] {
  const { service, month, usage: use } = facts;
  const source = (service.measure === 'USAGE' ? (service.counted ?? 'METER') : service.measure) as Source;
  const found = facts.spans.flatMap((span): Counted[] => {
    const days = { start: String(span.startDate), end: text(span.endDate) };
    const period = periodOf(service.periodType as PeriodType, month, days.start);
    const met = shared(period, days);
    if (!met) return [];
    const quantity =
      { AREA: area, USAGE: Number(use?.quantity), FIXED: Number(span.quantity) }[String(service.measure)] ?? 1;
    return [{ period: met, quantity, charge: charge({ ...asked(facts), source, quantity, period, use: days }) }];
  });
  return service.measure === 'USAGE' ? found.slice(0, 1) : found;
}

/** What vehicles bring together, and the places beside them; from month to month each has a period of its own. */
function ofVehicles(facts: Facts): Counted[] {
  const { service, month } = facts;
  const type = service.periodType as PeriodType;
  const vehicles: Vehicle[] = [
    ...facts.parked.map(one => ({
      ...{ plate: String(one.plate ?? one._id), start: text(one.startDate) ?? '1900-01-01' },
      end: text(one.stopDate),
    })),
    ...facts.spans.flatMap(one =>
      Array.from({ length: Math.max(1, Math.round(Number(one.quantity))) }, (_, n) => ({
        ...{ plate: `${one.code} ${n + 1}`, start: String(one.startDate), end: text(one.endDate) },
      })),
    ),
  ];
  const groups = type === 'MONTH_TO_MONTH' ? vehicles.map(one => [one]) : [vehicles];
  return groups.flatMap((own): Counted[] => {
    const period = periodOf(type, month, own[0]?.start ?? monthPeriod(month).start);
    const there = own.filter(one => shared(period, { start: one.start, end: one.end ?? null }));
    if (there.length === 0) return [];
    const first = there.map(({ start }) => start).sort()[0] ?? period.start;
    const ended = there.every(({ end }) => end);
    const last = ended
      ? (there
          .map(({ end }) => String(end))
          .sort()
          .at(-1) ?? null)
      : null;
    const met = shared(period, { start: first, end: last }) ?? period;
    const own_ = charge({ ...asked(facts), source: 'VEHICLE', vehicles: there, period, use: met });
    return [{ period: met, quantity: there.length, charge: own_ }];
  });
}

/** The values of a planned bill, as it is stored. */
export const billValues = (month: string, runId: string, planned: Planned): Record<string, unknown> => {
  const { unitId, serviceId, period, quantity, usage: use, charge: own } = planned;
  return {
    ...{ unitId, serviceId, month, runId, quantity, createType: 'AUTO' },
    ...{ periodStart: period.start, periodEnd: period.end },
    ...{ oldIndex: use?.oldIndex ?? null, newIndex: use?.newIndex ?? null },
    ...figuresOf(own),
    ...{ remaining: own.total, vatRate: planned.vat, vatIncluded: planned.vatIncluded },
    paymentState: own.total === 0 ? 'EMPTY' : 'UNPAID',
    amount: own.net,
    once: billKey(unitId, serviceId, month),
  };
};
