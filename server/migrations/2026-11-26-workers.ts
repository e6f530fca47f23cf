import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { db, newId } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

interface Line {
  id?: string | null;
  name: string;
  job?: string | null;
}

/** Workers get ids, by which a line that comes back keeps phone and paper; works count who of them is inside. */
export const linesOfWorkers: Migration = {
  name: '2026-11-26 lines of workers',
  async run() {
    const works = db().collection<Stored>(collectionOf(constructionRegistration));
    for await (const { _id, projectId, workers } of works.find({ insideNow: { $exists: false } })) {
      const insideNow = await db()
        .collection(collectionOf(visitor))
        .countDocuments({ projectId, deletedAt: null, status: 'IN_PROGRESS', constructionId: _id });
      const lines = (Array.isArray(workers) ? (workers as Line[]) : []).map(({ id, name, job = null }) => ({
        id: id ?? newId(),
        name,
        job,
        phone: null,
        identifier: null,
      }));
      await works.updateOne({ _id }, { $set: { insideNow, workers: lines } });
    }
  },
};
