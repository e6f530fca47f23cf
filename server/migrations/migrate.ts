import { db } from '../kit/database/database.ts';
import { log } from '../kit/ops/log.ts';

/** A change of what is stored, named by its date; run once per database, in order, before the first request. */
export interface Migration {
  name: string;
  run: () => Promise<void>;
}

/** The migrations that this database has run, or needed none of. */
export const migrationRuns = () => db().collection<{ _id: string; at: Date }>('migrations');

/** Notes that a new database, which has nothing to change, needs none of the migrations that there are. */
export async function skipMigrations(migrations: readonly Migration[]): Promise<void> {
  const at = new Date();
  await migrationRuns().insertMany(migrations.map(({ name }) => ({ _id: name, at })));
}

/** Runs the migrations that this database has not seen. */
export async function migrate(migrations: readonly Migration[]): Promise<void> {
  const seen = new Set((await migrationRuns().find().toArray()).map(row => row._id));
  for (const migration of migrations) {
    if (seen.has(migration.name)) continue;
    await migration.run();
    await migrationRuns().insertOne({ _id: migration.name, at: new Date() });
    log.info({ migration: migration.name }, 'migrated');
  }
}
