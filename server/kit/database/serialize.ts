import { type Collection, db, type Session } from './database.ts';

export const turnCollection: Collection = { name: 'turns', indexes: [] };

/**
 * Makes transactions that name the same key come true one after another: of two at once the second begins again, and then sees what the first has
 * done. For rules over several records: how many hold an elevator at an hour.
 */
export async function serializeBy(key: string, session: Session): Promise<void> {
  await db()
    .collection<{ _id: string; n: number }>(turnCollection.name)
    .updateOne({ _id: key }, { $inc: { n: 1 } }, { upsert: true, session });
}
