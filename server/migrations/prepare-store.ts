import { collections } from '../app/collections.ts';
import { ensureCollections } from '../kit/database/database.ts';
import { migrations } from './index.ts';
import { migrate, skipMigrations } from './migrate.ts';

/** Brings what is stored to what this version stores: collections, indexes, and the migrations that a database which is not new has not seen. */
export async function prepareStore(): Promise<void> {
  const isNew = await ensureCollections(collections);
  await (isNew ? skipMigrations(migrations) : migrate(migrations));
}
