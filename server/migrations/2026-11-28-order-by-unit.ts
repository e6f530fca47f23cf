import { sortKey } from '@lobby/shared/kit/collation.ts';
import { db } from '../kit/database/database.ts';
import type { Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const BATCH = 500;
/** Whose records are sorted by the codes of their units from now on. */
const SORTED = ['bills', 'fee-notices', 'receipts'] as const;

/** Bills, notices and receipts of before are in the order of their units too. */
export const orderByUnit: Migration = {
  name: '2026-11-28 order by unit',
  async run() {
    const units = await db()
      .collection<Stored>('units')
      .find({}, { projection: { code: 1, projectId: 1 } })
      .toArray();
    for (const collection of SORTED)
      for (let at = 0; at < units.length; at += BATCH)
        await db()
          .collection<Stored>(collection)
          .bulkWrite(
            units.slice(at, at + BATCH).map(({ _id, projectId, code }) => ({
              updateMany: {
                filter: { projectId, unitId: _id, 'sorted.unitId': null } as object,
                update: { $set: { 'sorted.unitId': sortKey(String(code)) } },
              },
            })),
            { ordered: false },
          );
  },
};
