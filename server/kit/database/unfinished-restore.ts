import { db } from './database.ts';

/** Holds one document while a restore is writing into the database. */
const MARK = 'restoring';
const marks = () => db().collection<{ _id: string; restore: string; backup: string; at: Date }>(MARK);

/** Id of a restore that was started in this database and not finished. */
export const unfinishedRestore = async (): Promise<string | null> =>
  (await marks().findOne({ _id: MARK }))?.restore ?? null;

/** Marks the database before a restore writes anything else. */
export async function markRestoring(restore: string, backup: string): Promise<void> {
  await marks().replaceOne({ _id: MARK }, { restore, backup, at: new Date() }, { upsert: true });
}

/** Removes the mark after everything was restored and verified, or removed again. */
export async function unmarkRestoring(): Promise<void> {
  await db().dropCollection(MARK);
}

/** Throws if the database holds a partial restore. */
export async function assertNoUnfinishedRestore(): Promise<void> {
  if (await unfinishedRestore())
    throw new Error(`a restore into the database ${db().databaseName} was not finished: run npm run restore again`);
}
