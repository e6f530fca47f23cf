import { partner } from '@lobby/shared/modules/partner.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Partners tell of works, of which there are none yet; supplies may stand in a group. */
export const worksOfPartners: Migration = {
  name: '2026-11-27 works of partners',
  async run() {
    const none = { openWorks: 0, rating: null, ratingCount: 0 };
    const [partners, supplies] = [partner, supply].map(one => db().collection<Stored>(collectionOf(one)));
    await partners?.updateMany({ openWorks: { $exists: false } }, { $set: none });
    await supplies?.updateMany({ categoryId: { $exists: false } }, { $set: { categoryId: null } });
  },
};
