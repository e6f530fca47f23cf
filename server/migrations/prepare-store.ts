import { MODULES } from '@lobby/shared/modules/index.ts';
import { collections } from '../app/collections.ts';
import { ensureCollections } from '../kit/database/database.ts';
import { fillFields, skipFields } from '../kit/store/fill-fields.ts';
import { migrations } from './index.ts';
import { migrate, skipMigrations } from './migrate.ts';

/** Prepares the database for this version: collections, indexes, and, unless it is new, pending migrations and fields that were added. */
export async function prepareStore(): Promise<void> {
  const isNew = await ensureCollections(collections);
  await (isNew ? skipMigrations(migrations) : migrate(migrations));
  await (isNew ? skipFields(MODULES) : fillFields(MODULES));
}
