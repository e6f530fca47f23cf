import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service, vehicleTypesOf } from '@lobby/shared/modules/billing-service.ts';
import { parkingCounts, type parkingRow, parkingSummary } from '@lobby/shared/modules/parking.contract.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { z } from 'zod';
import { type Route, route } from '../../../kit/http/route.ts';
import { records } from '../../../kit/store/records.ts';
import { buildPlan, loadServices } from '../../bill/index.ts';

const MOST_UNITS = 20_000;

type ParkingRow = z.infer<typeof parkingRow>;

/** Units with vehicles or places in a month, with the price of their parking and whether it is billed. */
async function loadParking(projectId: string, month: string, blockId?: string) {
  const { start, end } = monthPeriod(month);
  const scope = { projectId, deletedAt: null };
  const services = (await loadServices(projectId, [])).filter(({ service }) => service.source === 'VEHICLE');
  const serviceIds = services.map(({ service }) => service._id);
  const [parked, registrations] = await Promise.all([
    records(parking).find(
      { projectId },
      { ...scope, startDate: { $lte: end }, $or: [{ endDate: null }, { endDate: { $gte: start } }] },
      { sort: { plate: 1 }, patience: 10_000 },
    ),
    records(serviceRegistration).find(
      { projectId },
      {
        ...scope,
        serviceId: { $in: serviceIds },
        startDate: { $lte: end },
        $or: [{ endDate: null }, { endDate: { $gte: start } }],
      },
      { patience: 10_000 },
    ),
  ]);
  const ids = [...new Set([...parked, ...registrations].flatMap(({ unitId }) => unitId ?? []))];
  const units = await records(unit).find(
    { projectId },
    { ...scope, _id: { $in: ids }, ...(blockId && { blockId }) },
    { sort: { 'sorted.code': 1, code: 1 }, limit: MOST_UNITS },
  );
  const [{ bills, skipped }, existing] = await Promise.all([
    buildPlan(projectId, month, services, units),
    records(bill).find(
      { projectId },
      {
        ...scope,
        month,
        serviceId: { $in: serviceIds },
        type: 'NORMAL',
        status: { $ne: 'CANCELLED' },
        createdFor: { $ne: 'INTEREST' },
      },
      { patience: 10_000 },
    ),
  ]);
  const key = (unitId: unknown, serviceId: unknown) => `${unitId}:${serviceId}`;
  const planned = new Map(bills.map(item => [key(item.unitId, item.serviceId), item]));
  const missing = new Map(skipped.map(skip => [key(skip.unitId, skip.serviceId), skip.reason]));
  const billed = new Map(existing.map(item => [key(item.unitId, item.serviceId), item]));
  const held = Map.groupBy(parked, registration => key(registration.unitId, registration.serviceId));
  const registered = Map.groupBy(registrations, registration => key(registration.unitId, registration.serviceId));
  const rows = units.flatMap(({ _id, code }) =>
    services.flatMap(({ service }): ParkingRow[] => {
      const at = key(_id, service._id);
      const here = held.get(at) ?? [];
      const places = (registered.get(at) ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
      if (here.length === 0 && places === 0) return [];
      const made = billed.get(at);
      const state = made ? (made.status === 'DRAFT' ? 'DRAFT' : 'ACTIVE') : planned.has(at) ? 'TO_BILL' : 'NONE';
      return [
        {
          unitId: _id,
          code,
          serviceId: service._id,
          places,
          vehicles: here.map(registration => ({
            id: registration.vehicleId,
            plate: registration.plate ?? '',
            since: registration.startDate,
          })),
          total: made ? made.total : (planned.get(at)?.charge.total ?? null),
          state: missing.get(at) === 'NO_TARIFF' ? 'NO_TARIFF' : state,
        },
      ];
    }),
  );
  return { rows, unpriced: (await withoutParking(projectId)).length };
}

/** Vehicles without charged parking, with the reason. */
async function withoutParking(projectId: string) {
  const scope = { projectId, deletedAt: null };
  const [vehicles, charged, services] = await Promise.all([
    records(vehicle).find(
      { projectId },
      { ...scope, status: 'ACTIVE', unitId: { $ne: null }, customerGroup: { $nin: ['STAFF', 'OUTSIDE'] } },
      { sort: { plate: 1 }, limit: MOST_UNITS, patience: 10_000 },
    ),
    records(parking).distinct({ projectId }, 'vehicleId', { ...scope, status: 'ACTIVE' }),
    records(service).find({ projectId }, { ...scope, active: true, source: 'VEHICLE' }),
  ]);
  const chargedIds = new Set(charged);
  const reasonOf = (type: string) => {
    const takers = services.filter(candidate => vehicleTypesOf(candidate).includes(type)).length;
    return takers === 0 ? 'NO_SERVICE' : takers === 1 ? 'ENDED' : 'SEVERAL_SERVICES';
  };
  return vehicles.flatMap(({ _id, plate, type, unitId }) =>
    chargedIds.has(_id) || !unitId
      ? []
      : [{ vehicleId: _id, plate, vehicleType: type, unitId, reason: reasonOf(type) }],
  );
}

/** Number of vehicles by block and type in a month. */
async function loadCounts(projectId: string, month: string) {
  const { start, end } = monthPeriod(month);
  const groups = await records(parking).aggregate<{
    _id: { blockId: string | null; vehicleType: string };
    count: number;
  }>({ projectId }, { startDate: { $lte: end }, $or: [{ endDate: null }, { endDate: { $gte: start } }] }, [
    { $group: { _id: { blockId: '$blockId', vehicleType: '$vehicleType' }, count: { $sum: 1 } } },
    { $sort: { _id: 1 } },
  ]);
  return groups.map(({ _id, count }) => ({ ..._id, count }));
}

const read = { method: 'get', module: parking.code, flags: ['read'] } as const;

export const parkingRoutes: readonly Route[] = [
  route(parkingSummary, {
    flags: ['read'],
    run: ({ projectId }, { query: { month, blockId } }) => loadParking(projectId, month, blockId),
  }),
  route(parkingCounts, {
    flags: ['read'],
    run: ({ projectId }, { query: { month } }) => loadCounts(projectId, month),
  }),
  route({
    ...read,
    path: `${parking.path}/without`,
    summary: 'The vehicles in use that nobody charges, and why',
    answer: z.array(
      z.object({
        vehicleId: z.string(),
        plate: z.string().nullable(),
        vehicleType: z.string(),
        unitId: z.string(),
        reason: z.enum(['NO_SERVICE', 'SEVERAL_SERVICES', 'ENDED']),
      }),
    ),
    run: ({ projectId }) => withoutParking(projectId),
  }),
];
