import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { db, newId } from '../kit/database/database.ts';
import { collectionOf, filled, nested, type Stored, sealed } from '../kit/store/schema.ts';
import { sortNameOf } from '../modules/resident/index.ts';
import type { Migration } from './migrate.ts';

const residents = () => db().collection<Stored>(collectionOf(resident));

/** Residents had one unit and no history of homes: each gets its home as a residency, and what residents have gained since is filled in. */
export const homesOfResidents: Migration = {
  name: '2026-11-21 homes',
  async run() {
    const old = residents().find({ unitIds: { $exists: false } });
    for await (const doc of old) {
      const known = await db().collection(collectionOf(residency)).findOne({ residentId: doc._id });
      if (!known && !doc.deletedAt) await db().collection<Stored>(collectionOf(residency)).insertOne(homeOf(doc));
      const given = Object.fromEntries(Object.entries(doc).filter(([name]) => name in resident.fields));
      const { userId, ...rest } = filled(resident, given);
      const set = { ...rest, unitIds: [doc.unitId], sortName: sortNameOf(String(doc.name)) };
      await residents().updateOne({ _id: doc._id }, { $set: set });
    }
  },
};

function homeOf(doc: Stored): Stored {
  const householder = doc.role === 'HOUSEHOLDER' ? doc.unitId : null;
  const values = filled(residency, {
    residentId: doc._id,
    unitId: doc.unitId,
    role: doc.role,
    householderOf: householder,
  });
  return {
    _id: newId(),
    projectId: doc.projectId,
    version: 1,
    createdAt: doc.createdAt,
    updatedAt: doc.updatedAt,
    deletedAt: null,
    ...nested(sealed(residency, doc.projectId, values)),
  };
}
