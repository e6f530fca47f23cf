import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import type { Migration } from '@lobby/server/migrations/migrate.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { expect } from 'vitest';

/** Runs a migration, and again as after a server that was stopped in the middle: the second run must change nothing. */
export async function runTwice(migration: Migration, changed: readonly Definition[]): Promise<void> {
  const read = () =>
    Promise.all(changed.map(one => db().collection(collectionOf(one)).find().sort({ _id: 1 }).toArray()));
  await migration.run();
  const migrated = await read();
  await migration.run();
  expect(await read()).toEqual(migrated);
}
