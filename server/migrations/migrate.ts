import { db } from '../kit/database/database.ts';
import { log } from '../kit/ops/log.ts';

/** A change of stored data, named by its date; run once per database, in order, before the first request. */
export interface Migration {
  name: string;
  run: () => Promise<void>;
}

/** Migrations that this database has run or skipped. */
export const migrationRuns = () => db().collection<{ _id: string; at: Date }>('migrations');

/** Marks all migrations as done in a new database, which needs none. */
export async function skipMigrations(migrations: readonly Migration[]): Promise<void> {
  const at = new Date();
  await migrationRuns().insertMany(migrations.map(({ name }) => ({ _id: name, at })));
}

/** Runs the migrations that this database has not run yet. */
export async function migrate(migrations: readonly Migration[]): Promise<void> {
  const seen = new Set((await migrationRuns().find().toArray()).map(row => row._id));
  for (const migration of migrations) {
    if (seen.has(migration.name)) continue;
    await migration.run();
    await migrationRuns().insertOne({ _id: migration.name, at: new Date() });
    log.info({ migration: migration.name }, 'migrated');
  }
}
