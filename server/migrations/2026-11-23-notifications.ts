import { employee } from '@lobby/shared/modules/employee.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import { notificationCollection } from '../platform/notifications/notifications.ts';
import type { Migration } from './migrate.ts';

interface Old {
  _id: string;
  projectId: string;
  employeeIds?: string[];
  unitId: string | null;
}

/** Notifications named employees or a unit; they name the accounts of those who are told now. */
export const accountsOfNotifications: Migration = {
  name: '2026-11-23 notifications',
  async run() {
    const rows = db().collection<Old & { userIds?: string[] }>(notificationCollection.name);
    // Rows of one person are of later days.
    const old = { userIds: { $exists: false }, userId: { $exists: false } };
    for await (const { _id, projectId, employeeIds, unitId } of rows.find(old)) {
      const [definition, who] = unitId
        ? [resident, { unitIds: unitId }]
        : [employee, { _id: { $in: employeeIds ?? [] } }];
      const people = db()
        .collection<Stored>(collectionOf(definition))
        .find({ projectId, deletedAt: null, ...who });
      const ids = (await people.toArray()).map(({ userId }) => userId);
      await rows.updateOne(
        { _id },
        { $set: { userIds: ids.filter(id => typeof id === 'string') }, $unset: { employeeIds: '' } },
      );
    }
  },
};
