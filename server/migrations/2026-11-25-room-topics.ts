import { room } from '@lobby/shared/modules/room.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Rooms are answered by the departments of their topic: until one is chosen, the department that a room had keeps it. */
export const departmentsOfRooms: Migration = {
  name: '2026-11-25 departments of rooms',
  async run() {
    const rooms = db().collection(collectionOf(room));
    await rooms.updateMany({ departmentIds: { $exists: false } }, [
      {
        $set: {
          departmentIds: { $cond: [{ $ifNull: ['$departmentId', false] }, ['$departmentId'], []] },
          late: false,
          lateAt: null,
        },
      },
      { $unset: 'departmentId' },
    ]);
  },
};
