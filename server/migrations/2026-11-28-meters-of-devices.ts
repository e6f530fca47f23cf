import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

/** Machines tell of their meters and since when they stand still, plans by which meters they go; those of before by none. */
export const metersOfDevices: Migration = {
  name: '2026-11-28 meters of devices',
  async run() {
    await db()
      .collection('maintenance-plans')
      .updateMany({ triggers: { $exists: false } }, { $set: { triggers: [] } });
    await db()
      .collection('devices')
      .updateMany({ meters: { $exists: false } }, { $set: { meters: [], down: false, downSince: null } });
  },
};
