import { resident } from '@lobby/shared/modules/resident.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** What staff see of the accounts of residents was not kept: who has one has been in. */
export const appAccounts: Migration = {
  name: '2026-11-21 app accounts',
  async run() {
    const residents = db().collection<Stored>(collectionOf(resident));
    const untold = { appState: { $in: [null, 'NONE'] } };
    await residents.updateMany({ ...untold, userId: { $type: 'string' } }, { $set: { appState: 'ACTIVE' } });
    await residents.updateMany({ appState: null }, { $set: { appState: 'NONE' } });
  },
};
