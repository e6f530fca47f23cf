import { collections } from '../app/collections.ts';
import { ensureCollections } from '../kit/database/database.ts';
import { migrations } from './index.ts';
import { migrate, skipMigrations } from './migrate.ts';

/** Prepares the database for this version: collections, indexes, and pending migrations unless it is new. */
export async function prepareStore(): Promise<void> {
  const isNew = await ensureCollections(collections);
  await (isNew ? skipMigrations(migrations) : migrate(migrations));
}
