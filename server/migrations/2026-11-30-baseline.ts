import { type Migration, migrationRuns } from './migrate.ts';

/** Number of migrations run by a database of commit eb1391cf; earlier versions have fewer. */
const BASELINE_RUNS = 123;

/** Databases older than this version are first migrated by it. */
export const baseline: Migration = {
  name: '2026-11-30 baseline',
  async run() {
    if ((await migrationRuns().countDocuments()) >= BASELINE_RUNS) return;
    throw new Error(
      'What is stored is of a version before 2026-11-30: start that of commit eb1391cf on it once, then this one',
    );
  },
};
