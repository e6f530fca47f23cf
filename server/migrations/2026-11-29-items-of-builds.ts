import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

/** What notices are made of is called as all work in chunks calls it. */
export const itemsOfBuilds: Migration = {
  name: '2026-11-29 items of notices that are made',
  run: async () =>
    void (await db()
      .collection('feeNoticeBuilds')
      .updateMany({ items: { $exists: false } }, { $rename: { unitIds: 'items' } })),
};
