import { type Collection, db } from '../database/database.ts';
import { addressDigest } from './queue.ts';

/** An address that takes nothing, or does not want it, by a digest: kept until somebody sends to it on purpose. */
interface Suppressed {
  _id: string;
  why: 'BOUNCE' | 'COMPLAINT';
  at: Date;
}

export const suppressedCollection: Collection = { name: 'suppressedMail', indexes: [] };
const suppressed = () => db().collection<Suppressed>(suppressedCollection.name);

/** Keeps further mails from an address. */
export async function suppress(digest: string, why: Suppressed['why'], at: Date): Promise<void> {
  await suppressed().updateOne({ _id: digest }, { $set: { why, at } }, { upsert: true });
}

/** Why nothing goes to an address; null: it may. */
export const suppressionOf = async (to: string): Promise<Suppressed['why'] | null> =>
  (await suppressed().findOne({ _id: addressDigest(to) }))?.why ?? null;

/** Sends to an address again: somebody has asked its owner. */
export const forgive = async (to: string): Promise<void> =>
  void (await suppressed().deleteOne({ _id: addressDigest(to) }));
