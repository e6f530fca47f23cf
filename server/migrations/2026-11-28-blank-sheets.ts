import { db } from '../kit/database/database.ts';
import { events } from '../kit/store/events.ts';
import { layById } from './2026-11-28-ballots.ts';
import type { Migration } from './migrate.ts';

/** Anonymous sheets lie in the order of their marks, and no row of an activity says when one was given. */
export const orderOfBlankSheets: Migration = {
  name: '2026-11-28 order of blank sheets',
  async run() {
    await layById(['conference-blank-sheets']);
    const surveys = await db()
      .collection<{ _id: string }>('conference-surveys')
      .find({ anonymous: true }, { projection: { _id: 1 } })
      .toArray();
    const entityId = { $in: surveys.map(({ _id }) => _id) };
    await events().deleteMany({ entityId, action: 'answer' });
  },
};
