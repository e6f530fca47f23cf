import { resident } from '@lobby/shared/modules/resident.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** The flag was off for everybody at first and kept nobody from the app; from here on it does. */
export const appUsageOfResidents: Migration = {
  name: '2026-11-26 app usage of residents',
  async run() {
    await db()
      .collection(collectionOf(resident))
      .updateMany({ living: true, appUsage: { $ne: true } }, { $set: { appUsage: true } });
  },
};
