import { db } from '../kit/database/database.ts';
import { events } from '../kit/store/events.ts';
import type { Migration } from './migrate.ts';

/** How many had voted was told by a row each time it changed: by the weights of the list it said who had, and when. The list of votes says how many questions each asks. */
export const turnoutsOfVotes: Migration = {
  name: '2026-11-28 turnouts of votes',
  async run() {
    await events().deleteMany({ entity: 'vote-sheet', action: 'turnout' });
    await db()
      .collection('vote-sheets')
      .updateMany({ asked: { $exists: false } }, [{ $set: { asked: { $size: { $ifNull: ['$questions', []] } } } }]);
  },
};
