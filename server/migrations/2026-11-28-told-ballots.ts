import { hundredthsOf, metresOf } from '@lobby/shared/modules/conference-math.ts';
import { toldBallots, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { systemCtx } from '../kit/base/context.ts';
import { db } from '../kit/database/database.ts';
import type { Doc } from '../kit/store/records.ts';
import { collectionOf } from '../kit/store/schema.ts';
import { loadBeside } from '../modules/conference/index.ts';
import { projects, settingsOf } from '../platform/projects/projects.ts';
import type { Migration } from './migrate.ts';

/** As it was stored then: each with its ballots. */
type Line = Doc<typeof voteSheet>['results'][number] & { ballots: number };

/** Votes that are counted say no number of ballots that is small enough to tell of one, and what was not cast. */
export const toldVotes: Migration = {
  name: '2026-11-28 told ballots',
  async run() {
    const rows = db().collection<Doc<typeof voteSheet>>(collectionOf(voteSheet));
    for await (const sheet of rows.find({ status: 'COUNTED', countedBallots: { $exists: false } })) {
      const project = await projects().findOne({ _id: sheet.projectId });
      if (!project) continue;
      const lines = (Array.isArray(sheet.results) ? sheet.results : []) as Line[];
      const byQuestion = [...Map.groupBy(lines, ({ question }) => question).values()];
      const heads = (byQuestion[0] ?? []).reduce((sum, { ballots }) => sum + ballots, 0);
      const hundredths = (byQuestion[0] ?? []).reduce((sum, { weight }) => sum + hundredthsOf(weight), 0);
      const at = sheet.countedAt instanceof Date ? sheet.countedAt : sheet.updatedAt;
      const ctx = systemCtx(settingsOf(project), at as Date);
      const { baseWeight: _counted, ...beside } = await loadBeside(ctx, sheet, { heads, hundredths });
      const notCast = hundredthsOf(Number(sheet.baseWeight)) - hundredths;
      const results = byQuestion.flatMap(own => {
        const counts = own.map(({ ballots }) => ballots);
        const told = sheet.secret === false ? counts : toldBallots(counts);
        return own.map((line, n) => ({ ...line, ballots: told[n] ?? null }));
      });
      const set = { ...beside, notCastWeight: metresOf(Math.max(0, notCast)), results };
      await rows.updateOne({ _id: sheet._id }, { $set: set });
    }
  },
};
