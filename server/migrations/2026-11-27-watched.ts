import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Visits and vehicles of before the watch list are not on it. */
export const watchedVisits: Migration = {
  name: '2026-11-27 watched visits',
  async run() {
    const none = { $set: { watched: false } };
    await db()
      .collection(collectionOf(visitor))
      .updateMany({ watched: { $exists: false } }, { $set: { ...none.$set, overriddenOffline: false } });
    await db()
      .collection(collectionOf(vehicle))
      .updateMany({ watched: { $exists: false } }, none);
  },
};
