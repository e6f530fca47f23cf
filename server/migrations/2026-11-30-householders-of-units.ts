import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

/** Units name their householder. */
export const householdersOfUnits: Migration = {
  name: '2026-11-30 householders of units',
  async run() {
    const units = db().collection<{ _id: string }>('units');
    const homes = db()
      .collection<{ residentId: string; householderOf: string }>('residencys')
      .find(
        { householderOf: { $type: 'string' }, deletedAt: null },
        { projection: { residentId: 1, householderOf: 1 } },
      );
    for await (const { residentId, householderOf } of homes)
      await units.updateOne({ _id: householderOf }, { $set: { householderId: residentId } });
  },
};
