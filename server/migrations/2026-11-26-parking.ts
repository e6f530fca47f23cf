import { service, vehicleTypesOf } from '@lobby/shared/modules/billing-service.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { db, newId } from '../kit/database/database.ts';
import { collectionOf, filled, keysOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const UNCHARGED = ['STAFF', 'OUTSIDE'];
const all = (of: typeof service | typeof parking | typeof vehicle | typeof unit) =>
  db().collection<Stored>(collectionOf(of));

/** The vehicles that a service charges by their type are charged from now on by a record of their own. */
export const parkingOfVehicles: Migration = {
  name: '2026-11-26 parking of vehicles',
  async run() {
    const services = await all(service)
      .find({ source: 'VEHICLE', active: true, deletedAt: null })
      .sort({ order: 1 })
      .toArray();
    const units = new Map(
      (
        await all(unit)
          .find({}, { projection: { code: 1, blockId: 1 } })
          .toArray()
      ).map(one => [one._id, one]),
    );
    const numbers = new Map<string, number>();
    const cars = { deletedAt: null, status: 'ACTIVE', unitId: { $ne: null }, customerGroup: { $nin: UNCHARGED } };
    for await (const car of all(vehicle)
      .find(cars as object)
      .sort({ startDate: 1, plate: 1 })) {
      const { projectId, unitId, plate, type: vehicleType, cardNumber } = car;
      if (await all(parking).findOne({ vehicleId: car._id, deletedAt: null })) continue;
      const own = services.find(
        one => one.projectId === projectId && vehicleTypesOf(one).includes(String(vehicleType)),
      );
      if (!own) continue;
      const n = (numbers.get(String(projectId)) ?? 0) + 1;
      numbers.set(String(projectId), n);
      const step = numbers.get(`${unitId} ${own._id}`) ?? 1;
      numbers.set(`${unitId} ${own._id}`, step + 1);
      const values = {
        code: `GX-0000-${String(n).padStart(5, '0')}`,
        vehicleId: car._id,
        plate,
        vehicleType,
        unitId,
        cardNumber,
        blockId: units.get(String(unitId))?.blockId ?? null,
        serviceId: own._id,
        step,
        source: 'AUTO',
        startDate: car.startDate ?? '2000-01-01',
        endDate: car.stopDate ?? null,
      };
      const doc = filled(parking, values);
      const keys = keysOf(parking, doc, { unitId: String(units.get(String(unitId))?.code ?? '') });
      await all(parking).insertOne({
        _id: newId(),
        projectId: String(projectId),
        version: 1,
        deletedAt: null,
        status: 'ACTIVE',
        createdAt: car.createdAt,
        updatedAt: car.updatedAt,
        ...doc,
        ...(keys && { keys }),
      } as Stored);
    }
  },
};
