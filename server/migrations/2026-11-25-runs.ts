import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const STATUSES: Readonly<Record<string, string>> = { DRAFT: 'PREVIEW', COMPLETED: 'DONE', CANCELLED: 'PAUSED' };

/** Runs have the codes and statuses of now; one that was stopped could go on, as one that is paused can. */
export const statusesOfRuns: Migration = {
  name: '2026-11-25 statuses of billing runs',
  async run() {
    const runs = db().collection<Stored>(collectionOf(billRun));
    for await (const old of runs.find({ dryRun: { $exists: false } })) {
      const set = {
        status: STATUSES[String(old.status)] ?? old.status,
        code: String(old.code).replace(/^LB-/, 'LP-'),
        dryRun: true,
        floorIds: [],
        labelIds: [],
        unitIds: [],
        failed: 0,
        outliers: 0,
        byService: [],
        ...(old.keys && { keys: old.keys.map(key => key.replace(/^lb(?=\d)/, 'lp')) }),
      };
      await runs.updateOne({ _id: old._id }, { $set: set });
    }
  },
};
