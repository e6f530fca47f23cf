import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Db } from 'mongodb';
import { call, type Product } from '../load/product.ts';
import { make } from './at-once.ts';
import { toldTwice, type Work } from './due-work.ts';
import { targetOf } from './writers.ts';

/** Tickets that fall due, which the job marks. */
export const lateTickets =
  (product: Product, count: number) =>
  async (db: Db): Promise<Work> => {
    const tickets = db.collection<Record<string, unknown> & { _id: string }>('tickets');
    let ids: string[] = [];
    const { unitId } = await targetOf(product);
    return {
      job: 'tickets overdue',
      count,
      async make(due, url) {
        const who = { ...product, url };
        const body = { title: 'Falls due', content: 'Nước chảy', unitId };
        ids = await make(count, 16, async () => (await call<{ id: string }>(who, 'POST', ticket.path, body)).data.id);
        await tickets.updateMany({ _id: { $in: ids } }, { $set: { dueAt: due, overdue: false } });
      },
      done: () => tickets.countDocuments({ _id: { $in: ids }, overdue: true }),
      twice: () => toldTwice(db, 'events', 'entityId', { entityId: { $in: ids }, action: 'overdue' }),
    };
  };
