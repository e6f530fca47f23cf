import { task } from '@lobby/shared/modules/task.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const TYPES = { REPAIR: 'TECHNICAL', PAPERWORK: 'OTHER' } as const;

/** Tasks have other types, a progress, and one reason of their status; what expired the day it was due is only overdue. */
export const progressOfTasks: Migration = {
  name: '2026-11-25 progress of tasks',
  async run() {
    const tasks = db().collection(collectionOf(task));
    for (const [from, to] of Object.entries(TYPES)) await tasks.updateMany({ type: from }, { $set: { type: to } });
    await tasks.updateMany({ progress: { $exists: false } }, [
      {
        $set: {
          progress: { $cond: [{ $eq: ['$status', 'COMPLETED'] }, 100, 0] },
          reason: { $cond: [{ $eq: ['$status', 'ON_HOLD'] }, '$progressNote', '$reason'] },
          placeId: null,
          blockId: null,
          receivedAt: null,
          dueSoonTold: 0,
        },
      },
      { $unset: 'progressNote' },
    ]);
    await tasks.updateMany({ status: 'EXPIRED' }, { $set: { overdue: false } });
  },
};
