import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { RETENTION_DAYS } from '@lobby/shared/modules/unit-group.ts';
import { db } from '../../kit/database/database.ts';
import { notifications } from './rows.ts';

/** Deletes notifications older than their project's retention. */
export async function clearNotifications(now: Date): Promise<number> {
  let cleared = 0;
  const projects = db().collection<{ _id: string; retentionDays?: number }>('projects');
  for await (const { _id, retentionDays = RETENTION_DAYS } of projects.find({}, { projection: { retentionDays: 1 } })) {
    const before = new Date(now.getTime() - retentionDays * DAY_MS);
    cleared += (await notifications().deleteMany({ projectId: _id, at: { $lt: before } })).deletedCount;
  }
  return cleared;
}
