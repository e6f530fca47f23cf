import { residency } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Units could be called empty although somebody lived there; they are in use. */
export const occupancyOfUnits: Migration = {
  name: '2026-11-23 occupancy',
  async run() {
    const homes = db().collection<Stored>(collectionOf(residency));
    const units = db().collection<Stored>(collectionOf(unit));
    for await (const { _id, projectId } of units.find({ state: 'EMPTY' }, { projection: { projectId: 1 } })) {
      const lived = await homes.findOne({ projectId, unitId: _id, living: true, deletedAt: null });
      if (lived) await units.updateOne({ _id }, { $set: { state: 'IN_USE' } });
    }
  },
};
