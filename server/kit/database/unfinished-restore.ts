import { db } from './database.ts';

/** Holds one document while a restore writes into the database. */
const MARK = 'restoring';
const marks = () => db().collection<{ _id: string; restore: string; backup: string; at: Date }>(MARK);

/** The id of a restore that was begun here and not finished. */
export const unfinishedRestore = async (): Promise<string | null> =>
  (await marks().findOne({ _id: MARK }))?.restore ?? null;

/** Marks the database before a restore writes anything else into it. */
export async function markRestoring(restore: string, backup: string): Promise<void> {
  await marks().replaceOne({ _id: MARK }, { restore, backup, at: new Date() }, { upsert: true });
}

/** Takes the mark away, once all is there and read again, or all was removed. */
export async function unmarkRestoring(): Promise<void> {
  await db().dropCollection(MARK);
}

/** Refuses a database that holds half of an installation. */
export async function assertNoUnfinishedRestore(): Promise<void> {
  if (await unfinishedRestore())
    throw new Error(`a restore into the database ${db().databaseName} was not finished: run npm run restore again`);
}
