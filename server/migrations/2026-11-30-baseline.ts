import { type Migration, migrationRuns } from './migrate.ts';

/** What a store of commit eb1391cf has run; no version before it knew as many. */
const BASELINE_RUNS = 123;

/** Stores begin with the version of this day: one that is older is moved on by that version first. */
export const baseline: Migration = {
  name: '2026-11-30 baseline',
  async run() {
    if ((await migrationRuns().countDocuments()) >= BASELINE_RUNS) return;
    throw new Error(
      'What is stored is of a version before 2026-11-30: start that of commit eb1391cf on it once, then this one',
    );
  },
};
