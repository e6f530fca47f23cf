import type { Discount } from '@lobby/shared/billing/billing-input.ts';
import { servicePeriod } from '@lobby/shared/billing/dates.ts';
import { figuresOf } from '@lobby/shared/billing/items.ts';
import { monthPeriod, shared } from '@lobby/shared/billing/periods.ts';
import type { Version } from '@lobby/shared/billing/version.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import { bill, paymentState } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { records } from '../../../kit/store/records.ts';
import { billingSettings } from '../../../platform/billing/settings.ts';
import { versionsBy } from '../../tariff/index.ts';
import { type Facts, type Planned, planBill, type Skip } from '../manual/calculate-bill.ts';
import type { BillValues, ServiceDoc, UnitDoc } from '../types.ts';
import { metersBehind, usagesFor } from '../usages.ts';

export { isFailure, type Planned, type Skip } from '../manual/calculate-bill.ts';

export interface Plan {
  bills: Planned[];
  skipped: { unitId: string; serviceId: string; reason: Skip }[];
}

interface PlanOptions {
  /** Also calculates bills that already exist, to compare their amounts. */
  again?: boolean;
  /** Bills of this run are skipped without being reported. */
  runId?: string | null;
  /** Manual discount for a unit and service. */
  given?: (unitId: string, serviceId: string) => Discount | null;
  /** Units were named individually: every missing bill is reported with its reason. */
  named?: boolean;
}

/** A service with its tariff versions. */
export interface Priced {
  service: ServiceDoc;
  versions: Version[];
}

/** Active services that are billed monthly, optionally limited to these ids, with their tariff versions. */
export async function loadServices(projectId: string, ids: readonly string[]): Promise<Priced[]> {
  const services = await records(service).find(
    { projectId },
    { active: true, repeatable: { $ne: true }, ...(ids.length > 0 && { _id: { $in: ids } }) },
    { sort: { order: 1 } },
  );
  const versions = await versionsBy(
    projectId,
    services.map(({ tariffId }) => tariffId),
  );
  return services.map(doc => ({ service: doc, versions: versions.get(doc.tariffId ?? '') ?? [] }));
}

const PATIENCE_MS = 20_000;

/** Plans the bills of a month for units: loads registrations and usage and runs the engine (domain.md, Money 2). */
export async function buildPlan(
  projectId: string,
  month: string,
  services: readonly Priced[],
  units: readonly UnitDoc[],
  { again = false, runId = null, named = false, given = () => null }: PlanOptions = {},
): Promise<Plan> {
  const { end } = monthPeriod(month);
  // Meter periods may begin in the previous month.
  const { start } = monthPeriod(addMonths(month, -1));
  const unitIds = units.map(({ _id }) => _id);
  const tenant = { projectId };
  const patience = { patience: PATIENCE_MS };
  const unitId = { $in: unitIds };
  const within = { unitId, $or: [{ endDate: null }, { endDate: { $gte: start } }], startDate: { $lte: end } };
  const lived = [{ living: true }, { movedOutAt: { $gte: start } }];
  const [registrations, vehicles, usages, people, billedDocs] = await Promise.all([
    records(serviceRegistration).find(tenant, within, patience),
    records(parking).find(tenant, within, patience),
    records(usage).find(tenant, { unitId, month }, patience),
    records(residency).find(tenant, { unitId, $or: lived }, patience),
    records(bill).find(
      tenant,
      { unitId, month, type: 'NORMAL', createdFor: { $ne: 'INTEREST' }, status: { $ne: 'CANCELLED' } },
      { only: ['unitId', 'serviceId', 'runId'], ...patience },
    ),
  ]);
  const keyOf = (doc: { unitId: string | null; serviceId: string | null }) => `${doc.unitId}:${doc.serviceId}`;
  const byUnit = Map.groupBy(registrations, keyOf);
  const living = Map.groupBy(people, person => person.unitId);
  const parked = Map.groupBy(vehicles, keyOf);
  const used = Map.groupBy(usages, keyOf);
  const meters = await metersBehind(projectId, usages);
  const billed = new Map(billedDocs.map(doc => [keyOf(doc), doc.runId]));
  const [names, settings] = await Promise.all([loadLabels(projectId, units), billingSettings(projectId)]);
  const ownVersions = await versionsBy(
    projectId,
    [...registrations, ...vehicles].flatMap(({ tariffId }) => (tariffId ? [tariffId] : [])),
  );
  const plan: Plan = { bills: [], skipped: [] };
  for (const unit of units)
    for (const { service, versions } of services) {
      const key = keyOf({ unitId: unit._id, serviceId: service._id });
      const period = servicePeriod(service, month);
      const byMonth = service.periodType !== 'MONTH_TO_MONTH';
      const isThen = ({ startDate, endDate }: { startDate: string | null; endDate: string | null }) =>
        !byMonth || shared(period, { start: startDate, end: endDate }) !== null;
      const facts: Facts = {
        unit,
        service,
        versions,
        month,
        usages: usagesFor(used, unit, service),
        labels: names(unit),
        meters,
        settings,
        living: living.get(unit._id) ?? [],
        ownVersions,
        spans: (byUnit.get(key) ?? []).filter(isThen),
        parked: (parked.get(key) ?? []).filter(isThen),
        given: given(unit._id, service._id),
      };
      if (!again && billed.has(key) && runId !== null && billed.get(key) === runId) continue;
      const found = billed.has(key) && !again ? 'ALREADY_BILLED' : foundFor(facts, byUnit.has(key), named);
      if (typeof found === 'string') plan.skipped.push({ unitId: unit._id, serviceId: service._id, reason: found });
      else if (found) plan.bills.push(found);
    }
  return plan;
}

/** Result for a unit and service; null if a missing bill need not be reported. */
function foundFor(facts: Facts, registered: boolean, named: boolean): Planned | Skip | null {
  if (facts.spans.length + facts.parked.length > 0) return planBill(facts);
  if (registered) return 'NOT_IN_PERIOD';
  if (facts.service.source === 'VEHICLE') return named ? 'NO_VEHICLE' : null;
  return named || facts.usages.length > 0 ? 'NO_REGISTRATION' : null;
}

/** Ids and names of the units' labels, as used in price lists. */
export async function loadLabels(projectId: string, units: readonly UnitDoc[]) {
  // Older units have no labels.
  const idsOf = ({ labelIds }: UnitDoc) => labelIds ?? [];
  const ids = [...new Set(units.flatMap(idsOf))];
  const all = records(label).withRemoved();
  const found = ids.length > 0 ? await all.find({ projectId }, { _id: { $in: ids } }, { only: ['name'] }) : [];
  const names = new Map(found.map(({ _id, name }) => [_id, name]));
  return (unit: UnitDoc) => idsOf(unit).flatMap(id => [id, names.get(id) ?? id]);
}

export const billValues = (month: string, runId: string | null, planned: Planned) => {
  const { unitId, serviceId, period, noticeMonth, quantity, readings, charge: amounts } = planned;
  const [only, ...others] = readings;
  const reading = others.length === 0 ? only : undefined;
  return {
    unitId,
    serviceId,
    month,
    runId,
    quantity,
    createType: 'AUTO' as const,
    periodStart: period.start,
    periodEnd: period.end,
    noticeMonth,
    oldIndex: reading?.oldIndex ?? null,
    newIndex: reading?.newIndex ?? null,
    readings,
    ...figuresOf(amounts),
    originalTotal: amounts.total,
    remaining: amounts.total,
    vatRate: planned.vat,
    vatIncluded: planned.vatIncluded,
    paymentState: paymentState(amounts.total, 0),
    amount: amounts.net,
    repeatable: false,
  } satisfies BillValues;
};
