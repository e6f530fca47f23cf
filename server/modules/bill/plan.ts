import { rounded } from '@lobby/shared/billing/amounts.ts';
import { type Charge, charge, type Tariff, type Tier, tiersOf } from '@lobby/shared/billing/engine.ts';
import { billedPeriod, monthPeriod, type Period, type PeriodType } from '@lobby/shared/billing/periods.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { bill, billKey } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

/** Why a unit gets no bill of a service that it has. */
export const SKIPPED = ['EXISTS', 'NO_USAGE', 'NO_AREA', 'NO_TARIFF'] as const;
export type Skip = (typeof SKIPPED)[number];

export interface Planned {
  unitId: string;
  serviceId: string;
  period: Period;
  quantity: number;
  usage: Stored | null;
  charge: Charge;
}

export interface Plan {
  bills: Planned[];
  skipped: { unitId: string; serviceId: string; reason: Skip }[];
}

/** The services that a run is about, each with its prices. */
export interface Priced {
  service: Stored;
  tariffs: Tariff[];
}

/** The active services, or those of them that are named, with their prices. */
export async function servicesOf(projectId: string, ids: readonly string[]): Promise<Priced[]> {
  const services = await modelOf(service)
    .find({ projectId, deletedAt: null, active: true, ...(ids.length > 0 && { _id: { $in: [...ids] } }) })
    .sort({ displayOrder: 1 })
    .lean<Stored[]>();
  const all = await modelOf(tariff).find({ projectId, deletedAt: null }).maxTimeMS(5000).lean<Stored[]>();
  return services.map(one => ({
    service: one,
    tariffs: all.filter(({ serviceId }) => serviceId === one._id).map(tariffFrom),
  }));
}

const tariffFrom = (doc: Stored): Tariff => ({
  ...(doc as unknown as Tariff),
  tiers: tiersOf(doc.tiers as Tier[]),
  id: doc._id,
});

/** The prices of one service. */
export const tariffsOf = async (projectId: string, serviceId: string): Promise<Tariff[]> =>
  (await modelOf(tariff).find({ projectId, serviceId, deletedAt: null }).maxTimeMS(5000).lean<Stored[]>()).map(
    tariffFrom,
  );

const grouped = (docs: readonly Stored[], key: (doc: Stored) => string) => Map.groupBy(docs, key);
const text = (value: unknown) => (typeof value === 'string' ? value : null);

/** What the bills of a month would be for some units: reads what they have and used, and asks the engine (domain.md, Money 2). */
export async function planOf(
  projectId: string,
  month: string,
  services: readonly Priced[],
  units: readonly Stored[],
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
  const plan: Plan = { bills: [], skipped: [] };
  for (const unit of units)
    for (const { service, tariffs } of services) {
      const key = of({ unitId: unit._id, serviceId: service._id });
      const spans = [
        ...(byUnit.get(key) ?? []).map(one => ({
          from: String(one.startDate),
          to: text(one.endDate),
          quantity: Number(one.quantity),
        })),
        ...(service.measure === 'VEHICLE' ? (parking.get(`${unit._id}:${service.vehicleType}`) ?? []) : []).map(
          one => ({
            from: text(one.startDate) ?? start,
            to: text(one.stopDate),
            quantity: 1,
          }),
        ),
      ];
      if (spans.length === 0) continue;
      const skip = (reason: Skip) => plan.skipped.push({ unitId: unit._id, serviceId: service._id, reason });
      if (billed.has(key)) {
        skip('EXISTS');
        continue;
      }
      const use = used.get(key) ?? null;
      if (service.measure === 'USAGE' && !use) {
        skip('NO_USAGE');
        continue;
      }
      const area = Number(unit.useArea ?? unit.area ?? 0);
      if (service.measure === 'AREA' && area === 0) {
        skip('NO_AREA');
        continue;
      }
      const persons = living.get(unit._id)?.length ?? 1;
      const parts = spans.flatMap(span => {
        const found = billedPeriod(service.periodType as PeriodType, month, span.from, span.to);
        if (!found) return [];
        const measured = { FIXED: span.quantity, VEHICLE: span.quantity, AREA: area, USAGE: Number(use?.quantity) };
        // What was used is used, whatever part of the month it took.
        const whole = service.measure === 'USAGE';
        return [
          {
            ...found,
            quantity: rounded(measured[service.measure as keyof typeof measured]),
            ...(whole && { share: { num: 1, den: 1 } }),
          },
        ];
      });
      // A meter is read once, whoever had it in the month.
      const asked = service.measure === 'USAGE' ? parts.slice(0, 1) : merged(parts);
      if (asked.length === 0) continue;
      const charges = asked.map(part => charge({ ...part, persons, tariffs }));
      if (charges.some(one => one === null)) {
        skip('NO_TARIFF');
        continue;
      }
      plan.bills.push({
        unitId: unit._id,
        serviceId: service._id,
        period: {
          start: asked.map(({ period }) => period.start).sort()[0] ?? start,
          end:
            asked
              .map(({ period }) => period.end)
              .sort()
              .at(-1) ?? end,
        },
        quantity: asked.reduce((sum, { quantity }) => rounded(sum + quantity), 0),
        usage: use,
        charge: added(charges.filter(one => one !== null)),
      });
    }
  return plan;
}

interface Part {
  period: Period;
  share: { num: number; den: number };
  quantity: number;
}

/** Parts over the same days are one of their sum: three motorbikes all month are one line. */
function merged(parts: readonly Part[]): Part[] {
  const groups = Map.groupBy(parts, ({ period }) => `${period.start}:${period.end}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first
      ? [{ ...first, quantity: others.reduce((sum, { quantity }) => rounded(sum + quantity), first.quantity) }]
      : [],
  );
}

/** Several charges as one. */
function added(charges: readonly Charge[]): Charge {
  const sum = (name: Exclude<keyof Charge, 'lines'>) => charges.reduce((total, one) => total + one[name], 0);
  return {
    lines: charges.flatMap(({ lines }) => lines),
    ...{ allowance: sum('allowance'), discount: sum('discount'), net: sum('net') },
    ...{ surcharge: sum('surcharge'), vat: sum('vat'), total: sum('total') },
  };
}

/** The values of a planned bill, as it is stored. */
export const billValues = (month: string, runId: string, planned: Planned): Record<string, unknown> => {
  const { unitId, serviceId, period, quantity, usage: use, charge: own } = planned;
  return {
    ...{ unitId, serviceId, month, runId, quantity, createType: 'AUTO' },
    ...{ periodStart: period.start, periodEnd: period.end },
    ...{ oldIndex: use?.oldIndex ?? null, newIndex: use?.newIndex ?? null },
    ...{ items: own.lines, allowance: own.allowance, discount: own.discount, net: own.net },
    ...{ surcharge: own.surcharge, vat: own.vat, total: own.total, remaining: own.total },
    paymentState: own.total === 0 ? 'EMPTY' : 'UNPAID',
    amount: own.net,
    once: billKey(unitId, serviceId, month),
  };
};
