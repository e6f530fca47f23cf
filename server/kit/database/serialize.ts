import { type Collection, db, type Session } from './database.ts';

export const turnCollection: Collection = { name: 'turns', indexes: [] };

/**
 * Serializes transactions that name the same key: of two concurrent ones, one is retried and then reads the other's result.
 * For rules over several records, such as the number of elevator reservations in an hour.
 */
export async function serializeBy(key: string, session: Session): Promise<void> {
  await db()
    .collection<{ _id: string; n: number }>(turnCollection.name)
    .updateOne({ _id: key }, { $inc: { n: 1 } }, { upsert: true, session });
}
