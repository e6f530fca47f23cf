import { type BooksClosed, CLOSED_TO } from '@lobby/shared/kit/books.ts';
import type { Day } from '@lobby/shared/kit/dates.ts';
import type { LockKind } from '@lobby/shared/modules/lock-date.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';

export const LOCKS = CLOSED_TO;

export const lockStateCollection: Collection = { name: 'lock_states', indexes: [] };
const states = () => db().collection<{ _id: string } & BooksClosed>(lockStateCollection.name);

const OPEN: BooksClosed = { lockAccountsReceivable: null, lockTransactionData: null };

export const lockState = async (projectId: string, session?: Session): Promise<BooksClosed> => ({
  ...OPEN,
  ...(await states().findOne({ _id: projectId }, { projection: { _id: 0 }, ...(session && { session }) })),
});

/** Moves a lock from its known position; returns false if it was moved concurrently. */
export async function moveLock(
  projectId: string,
  kind: LockKind,
  { from, to }: { from: Day | null; to: Day | null },
  session: Session,
): Promise<boolean> {
  await states().updateOne({ _id: projectId }, { $setOnInsert: OPEN }, { upsert: true, session });
  const filter = { _id: projectId, [LOCKS[kind]]: from };
  const { matchedCount } = await states().updateOne(filter, { $set: { [LOCKS[kind]]: to } }, { session });
  return matchedCount === 1;
}

/** Key that changes of the books hold, and that a move of the lock excludes. */
export const lockGuard = (projectId: string): string => `lock ${projectId}`;
