import { fund } from '@lobby/shared/modules/fund.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Funds say when they were counted last. */
export const countedFunds: Migration = {
  name: '2026-11-27 counted funds',
  async run() {
    await db()
      .collection(collectionOf(fund))
      .updateMany({ lastCountedAt: { $exists: false } }, { $set: { lastCountedAt: null } });
  },
};
