import { room } from '@lobby/shared/modules/room.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

interface Old {
  _id: string;
  messageCount: number;
}

const TYPES: Readonly<Record<string, string>> = {
  GENERAL: 'MANAGEMENT',
  AMENITY: 'MANAGEMENT',
  COMPLAINT: 'MANAGEMENT',
  FEE: 'ACCOUNTING',
  REPAIR: 'TECHNICAL',
};

/** Rooms have other topics, and a household has one room of each: what was said in several stands in the newest. */
export const topicsOfRooms: Migration = {
  name: '2026-11-25 topics of rooms',
  async run() {
    const rooms = db().collection<Old>(collectionOf(room));
    for (const [from, to] of Object.entries(TYPES))
      await rooms.updateMany({ roomType: from }, { $set: { roomType: to } });
    await rooms.updateMany({ lastText: { $exists: false } }, [
      {
        $set: {
          lastText: { $cond: ['$lastMessage', { $substrCP: [{ $ifNull: ['$lastMessage', ''] }, 0, 120] }, null] },
          residentId: null,
          note: null,
        },
      },
      { $unset: 'lastMessage' },
    ]);
    const several = rooms.aggregate<{ rooms: Old[] }>([
      { $match: { deletedAt: null } },
      { $sort: { lastMessageAt: -1 } },
      {
        $group: {
          _id: { projectId: '$projectId', unitId: '$unitId', roomType: '$roomType' },
          rooms: { $push: { _id: '$_id', messageCount: '$messageCount' } },
        },
      },
      { $match: { 'rooms.1': { $exists: true } } },
    ]);
    for await (const { rooms: all } of several) {
      const [kept, ...others] = all;
      if (!kept) continue;
      const ids = others.map(one => one._id);
      await db()
        .collection('room-messages')
        .updateMany({ roomId: { $in: ids } }, { $set: { roomId: kept._id } });
      await db()
        .collection('room-marks')
        .deleteMany({ roomId: { $in: ids } });
      const count = others.reduce((sum, one) => sum + one.messageCount, 0);
      await rooms.updateOne({ _id: kept._id }, { $inc: { messageCount: count } });
      await rooms.updateMany({ _id: { $in: ids } }, { $set: { deletedAt: new Date() } });
    }
  },
};
