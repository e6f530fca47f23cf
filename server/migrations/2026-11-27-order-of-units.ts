import { sortKey } from '@lobby/shared/kit/collation.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const BATCH = 1000;

/** Units were sorted by the characters of their codes; the numbers in them count now: S-2 stands before S-10. */
export const orderOfUnits: Migration = {
  name: '2026-11-27 order of units',
  async run() {
    const units = db().collection<Stored>(collectionOf(unit));
    let writes = [];
    for await (const { _id, code } of units.find({ 'sorted.code': null } as object, { projection: { code: 1 } })) {
      writes.push({ updateOne: { filter: { _id }, update: { $set: { 'sorted.code': sortKey(String(code)) } } } });
      if (writes.length < BATCH) continue;
      await units.bulkWrite(writes, { ordered: false });
      writes = [];
    }
    if (writes.length > 0) await units.bulkWrite(writes, { ordered: false });
  },
};
