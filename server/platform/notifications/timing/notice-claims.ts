import type { Session } from '../../../kit/database/database.ts';

const claims = new WeakMap<Session, { transaction: number; keys: Set<string> }>();

const numberOf = (session: Session): number => session.serverSession?.txnNumber ?? 0;

/**
 * Recipients not yet notified about the record in this transaction: one event causes one notification per person, the most
 * important first.
 */
export function claimNotice<T extends { userId: string }>(
  session: Session,
  recordId: string,
  people: readonly T[],
): T[] {
  const transaction = numberOf(session);
  const last = claims.get(session);
  const current = last?.transaction === transaction ? last : { transaction, keys: new Set<string>() };
  claims.set(session, current);
  return people.filter(({ userId }) => {
    const key = `${userId}/${recordId}`;
    if (current.keys.has(key)) return false;
    current.keys.add(key);
    return true;
  });
}
