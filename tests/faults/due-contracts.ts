import { newId } from '@lobby/server/kit/database/database.ts';
import { addDays, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { Db } from 'mongodb';
import { toldTwice, type Work } from './due-work.ts';

const dayAfter = (at: Date, days: number) => addDays(dayOf(at, VIETNAM), days);

/** Contracts like one of the building's: half of them to be reminded of that day, half to expire. */
export const dueContracts =
  (count: number) =>
  async (db: Db): Promise<Work> => {
    const contracts = db.collection<Record<string, unknown> & { _id: string }>('rental-contracts');
    let ids: string[] = [];
    const own = () => ({ _id: { $in: ids } });
    return {
      job: 'contracts',
      count,
      async make(due) {
        const like = await contracts.findOne({ deletedAt: null });
        if (!like) throw new Error('the building has no contract');
        const days = { reminded: [0, 30], expired: [-30, -1] } as const;
        const rows = Array.from({ length: count }, (_, n) => {
          const [remind, expiry] = days[n % 2 ? 'expired' : 'reminded'].map(day => dayAfter(due, day));
          const _id = newId();
          return {
            ...like,
            _id,
            version: 1,
            code: `F11-${_id}`,
            uniq: { code: `f11-${_id}` },
            status: 'ACTIVE',
            expiring: false,
            termsChangeOn: null,
            deletedAt: null,
            remindExpiredDate: remind,
            expiryDate: expiry,
          };
        });
        ids = rows.map(({ _id }) => _id);
        await contracts.insertMany(rows);
      },
      done: () => contracts.countDocuments({ ...own(), $or: [{ expiring: true }, { status: 'EXPIRED' }] }),
      twice: async () =>
        (await toldTwice(db, 'events', 'entityId', { entityId: { $in: ids }, action: { $in: ['remind', 'expire'] } })) +
        // Each who hears of it has a row of their own, which counts how often they were told.
        (await db.collection('notifications').countDocuments({ 'subject.id': { $in: ids }, count: { $gt: 1 } })),
    };
  };
