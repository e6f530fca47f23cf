import { SYSTEM_GROUPS, systemGroup } from '@lobby/shared/modules/technical-system.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import { projects } from '../platform/projects/projects.ts';
import type { Migration } from './migrate.ts';
import { storedRecord } from './stored-record.ts';

/** Projects of before get the groups that a new one comes with. */
export const groupsOfSystems: Migration = {
  name: '2026-11-27 groups of systems',
  async run() {
    const records = db().collection<Stored>(collectionOf(systemGroup));
    const now = new Date();
    for await (const { _id } of projects().find({})) {
      if (await records.findOne({ projectId: _id })) continue;
      await records.insertMany(
        SYSTEM_GROUPS.map(([code, name], n) =>
          storedRecord(systemGroup, _id, { code, name, order: (n + 1) * 10 }, now),
        ),
      );
    }
  },
};
