import { db, newId } from '../kit/database/database.ts';
import type { Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Forms are found by the plate of the vehicle that they are about, as by a renaming of it. */
export const formsOfVehicles: Migration = {
  name: '2026-11-29 forms of vehicles',
  async run() {
    const forms = db()
      .collection<Stored>('card-registrations')
      .aggregate<{ _id: { projectId: string; vehicleId: string } }>([
        { $match: { vehicleId: { $type: 'string' } } },
        { $group: { _id: { projectId: '$projectId', vehicleId: '$vehicleId' } } },
      ]);
    const renamed = db().collection<{ _id: string }>('renamed');
    for await (const { _id: form } of forms) {
      const { projectId, vehicleId: entityId } = form;
      await renamed.updateOne(
        { _id: `vehicle:${entityId}` },
        { $set: { projectId, entity: 'vehicle', entityId, mark: newId(), until: new Date(0) } },
        { upsert: true },
      );
    }
  },
};
