import { poll } from '@lobby/shared/modules/poll.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Polls of before were kept by name, and asked all roles. */
export const votersOfPolls: Migration = {
  name: '2026-11-26 voters of polls',
  async run() {
    await db()
      .collection(collectionOf(poll))
      .updateMany({ anonymous: { $exists: false } }, { $set: { anonymous: false, roles: [], entitled: 0 } });
  },
};
