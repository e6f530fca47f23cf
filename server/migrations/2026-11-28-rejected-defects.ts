import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Defects say whether they were rejected, so that a list leaves out what no rate counts. */
export const rejectedDefects: Migration = {
  name: '2026-11-28 rejected defects of handovers',
  async run() {
    const all = db().collection<Stored>(collectionOf(handoverDefect));
    await all.updateMany({ rejected: { $exists: false }, rejectedAt: { $ne: null } }, { $set: { rejected: true } });
    await all.updateMany({ rejected: { $exists: false } }, { $set: { rejected: false } });
  },
};
