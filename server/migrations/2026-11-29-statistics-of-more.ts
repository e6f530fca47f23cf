import { position } from '@lobby/shared/modules/employee.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** What has statistics of its own from now on. */
const COUNTED = ['ANNOUNCEMENT', 'NEWS', 'POLL', 'SHIFT_LOG', 'MAINTENANCE'] as const;

/** Who could take all of these records along in a file may read what they come to. */
export const statisticsOfMore: Migration = {
  name: '2026-11-29 statistics of more modules',
  async run() {
    for (const code of COUNTED)
      await db()
        .collection(collectionOf(position))
        .updateMany({ [`permissions.${code}`]: 'export' }, {
          $addToSet: { [`permissions.${code}`]: 'aggregate' },
        } as object);
  },
};
