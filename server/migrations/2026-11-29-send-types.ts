import { announcement } from '@lobby/shared/modules/announcement.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const WAYS = { APP: 'sendApp', EMAIL: 'sendEmail', SMS: 'sendSms' } as const;

/** The ways and the roles of an announcement are lists, its time and its end have the words of the calls. */
export const sendTypes: Migration = {
  name: '2026-11-29 ways of announcements',
  async run() {
    const all = db().collection<Stored>(collectionOf(announcement));
    const chosen = Object.entries(WAYS).map(([channel, flag]) => ({
      $cond: [{ $eq: [`$${flag}`, true] }, [{ channel }], []],
    }));
    await all.updateMany({ sendTypes: { $exists: false } }, [
      {
        $set: {
          sendTypes: { $concatArrays: chosen },
          roles: { $cond: [{ $gt: ['$role', null] }, [{ role: '$role' }], []] },
          scheduledAt: '$sendAt',
          authorId: '$creatorId',
          texts: { $ifNull: ['$translations', []] },
          status: { $cond: [{ $eq: ['$status', 'CANCELLED'] }, 'WITHDRAWN', '$status'] },
          category: 'NOTICE',
          validFrom: null,
          validTo: null,
          missedAt: null,
        },
      },
      { $unset: [...Object.values(WAYS), 'role', 'sendAt', 'creatorId', 'translations'] },
    ]);
  },
};
