import { news } from '@lobby/shared/modules/news.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const FRESH = {
  expiresAt: null,
  notify: false,
  edited: false,
  editedAt: null,
  reason: null,
  viewers: 0,
  toldUpTo: null,
};

/** News that was taken back is not published again by itself; drafts are only not published yet. */
export const statusesOfNews: Migration = {
  name: '2026-11-25 statuses of news',
  async run() {
    const rows = db().collection(collectionOf(news));
    const old = { viewers: { $exists: false } };
    await rows.updateMany({ ...old, status: 'UNPUBLISHED' }, { $set: { status: 'DO_NOT_PUBLISH' } });
    await rows.updateMany({ status: 'DRAFT' }, { $set: { status: 'UNPUBLISHED' } });
    const publishAt = { $ifNull: ['$publishedAt', '$publishAt'] };
    await rows.updateMany(old, [{ $set: { authorId: '$creatorId', publishAt, ...FRESH } }, { $unset: 'creatorId' }]);
  },
};
