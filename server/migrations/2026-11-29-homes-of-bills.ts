import { db } from '../kit/database/database.ts';
import type { Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const BATCH = 500;
const KEPT = ['bills', 'fee-notices'] as const;

/** Bills and notices of before are found by block and floor too; who was the householder then is not known. */
export const homesOfBills: Migration = {
  name: '2026-11-29 homes of bills',
  async run() {
    const units = await db()
      .collection<Stored>('units')
      .find({}, { projection: { blockId: 1, floorId: 1, projectId: 1 } })
      .toArray();
    for (const collection of KEPT)
      for (let at = 0; at < units.length; at += BATCH)
        await db()
          .collection<Stored>(collection)
          .bulkWrite(
            units.slice(at, at + BATCH).map(({ _id, projectId, blockId, floorId }) => ({
              updateMany: {
                filter: { projectId, unitId: _id, blockId: { $exists: false } } as object,
                update: { $set: { blockId: blockId ?? null, floorId: floorId ?? null, residentId: null } },
              },
            })),
            { ordered: false },
          );
  },
};
