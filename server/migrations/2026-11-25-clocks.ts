import { room } from '@lobby/shared/modules/room.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Requests made before they had clocks: none is late with an answer, and none stands still. Nobody follows anything yet. */
export const clocksOfTickets: Migration = {
  name: '2026-11-25 clocks of tickets',
  async run() {
    await db()
      .collection(collectionOf(ticket))
      .updateMany({ onHold: { $exists: false } }, { $set: { onHold: false, answerLate: false, clockAt: null } });
    for (const definition of [ticket, task, room])
      await db()
        .collection(collectionOf(definition))
        .updateMany({ followerIds: { $exists: false } }, { $set: { followerIds: [] } });
    await db()
      .collection(collectionOf(task))
      .updateMany({ messageCount: { $exists: false } }, { $set: { messageCount: 0 } });
  },
};
