import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

/** Works tell which parts and hours they took, plans which parts they expect; those of before took none. */
export const partsOfWorks: Migration = {
  name: '2026-11-28 parts of works',
  async run() {
    const none = { parts: [], labour: [], partsCost: null, unposted: false, closesLift: false };
    await db()
      .collection('maintenances')
      .updateMany({ parts: { $exists: false } }, { $set: none });
    await db()
      .collection('maintenance-plans')
      .updateMany({ parts: { $exists: false } }, { $set: { parts: [] } });
    await db()
      .collection('elevator-closures')
      .updateMany({ maintenanceId: { $exists: false } }, { $set: { maintenanceId: null } });
    await db()
      .collection('stock-documents')
      .updateMany({ maintenanceId: { $exists: false } }, { $set: { maintenanceId: null } });
  },
};
