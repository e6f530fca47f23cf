import { OPEN_TASKS, task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Requests count the work that is open for them, and know who approved them. */
export const openTasksOfTickets: Migration = {
  name: '2026-11-25 open tasks of tickets',
  async run() {
    const tickets = db().collection<{ _id: string }>(collectionOf(ticket));
    const fresh = { openTasks: 0, reopenCount: 0, reopenedAt: null, approverId: null, previousId: null };
    await tickets.updateMany({ openTasks: { $exists: false } }, { $set: fresh });
    const approved = db()
      .collection('events')
      .find({ entity: ticket.name, action: { $in: ['approve', 'reject'] } })
      .sort({ at: 1 });
    for await (const { entityId, actor } of approved)
      await tickets.updateOne({ _id: entityId }, { $set: { approverId: actor.id } });
    const counts = db()
      .collection(collectionOf(task))
      .aggregate<{ _id: string; count: number }>([
        { $match: { ticketId: { $ne: null }, status: { $in: [...OPEN_TASKS] }, deletedAt: null } },
        { $group: { _id: '$ticketId', count: { $sum: 1 } } },
      ]);
    for await (const { _id, count } of counts) await tickets.updateOne({ _id }, { $set: { openTasks: count } });
  },
};
