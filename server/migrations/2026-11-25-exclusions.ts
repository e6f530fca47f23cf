import { nameKey } from '@lobby/shared/kit/text-search.ts';
import { exclusionKey, reminderExclusion } from '@lobby/shared/modules/reminder.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

interface Old {
  _id: string;
  unitId: string;
  deletedAt: Date | null;
  until?: string | null;
}

/** Households that are not reminded: under their name of now, with a state, one at a time. */
export const recordsOfExclusions: Migration = {
  name: '2026-11-25 records of exclusions',
  async run() {
    const old = db().collection<Old>('reminder-stops');
    const all = db().collection<Old & Record<string, unknown>>(collectionOf(reminderExclusion));
    const taken = new Set<string>();
    for await (const { until = null, ...doc } of old.find().sort({ createdAt: -1 })) {
      const once = exclusionKey(doc.unitId, null);
      const holds = doc.deletedAt === null && !taken.has(once);
      if (holds) taken.add(once);
      const key = holds ? { once, uniq: { once: nameKey(once) } } : { once: null };
      const status = holds ? 'ACTIVE' : 'LIFTED';
      await all.replaceOne({ _id: doc._id }, { ...doc, ...key, untilOn: until, status }, { upsert: true });
    }
    await old.drop().catch(() => undefined);
    await db()
      .collection('events')
      .updateMany({ entity: 'reminder-stop' }, { $set: { entity: 'reminder-exclusion' } });
  },
};
