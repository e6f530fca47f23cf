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

/** Moves a lock from where it is known to be; false where somebody else has moved it meanwhile. */
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

/** What every act on the books holds, and a move of a lock does not let be held meanwhile. */
export const lockGuard = (projectId: string): string => `lock ${projectId}`;
