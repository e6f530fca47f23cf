import { db } from '../kit/database/database.ts';
import { events } from '../kit/store/events.ts';
import { openCast, sealPaper } from '../modules/conference/index.ts';
import { layById } from './2026-11-28-ballots.ts';
import type { Migration } from './migrate.ts';

/** A paper as it lay open. */
interface Open {
  _id: string;
  projectId: string;
  sheetId: string;
  hundredths: number;
  keyings: { by: string; sealed: string }[];
}

/** Papers lie in the order of their serials, with their weight sealed, and no row of an activity says when one was issued. */
export const sealedPapers: Migration = {
  name: '2026-11-28 sealed papers',
  async run() {
    await layById(['vote-papers']);
    const rows = db().collection<{ _id: string }>('vote-papers');
    for await (const { keyings, ...paper } of rows.find<Open>({ sealed: null } as object)) {
      const { projectId, sheetId } = paper;
      const read = keyings.map(({ by, sealed }) => ({ by, answers: openCast(projectId, sheetId, sealed).answers }));
      await rows.replaceOne({ _id: paper._id }, sealPaper({ ...paper, keyings: read }));
    }
    await events().deleteMany({ entity: 'vote-sheet', action: 'issue-paper' });
  },
};
