import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import type { Session } from '../../../kit/database/database.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { docsOf, type Entry } from '../reports/read.ts';
import { add, compareSums, type Finding, sums } from './findings.ts';

type Lock = Doc<typeof lockDate>;
const dayOf = ({ lockDataAt, transactionLockDate }: Lock): string | null => lockDataAt ?? transactionLockDate ?? null;

/** Locks in force, set since the books of their kind were last reopened. */
function standing(locks: readonly Lock[]): Lock[] {
  const back = locks.findLastIndex(lock => {
    const [day, before] = [dayOf(lock), lock.prevLockDataAt];
    return before !== null && (day === null || day < before);
  });
  return locks.slice(Math.max(back, 0)).filter(lock => dayOf(lock) !== null);
}

/** Checks that locked periods are unchanged, by comparing their entries with the sums stored in each lock. */
export async function checkLocks(projectId: string, entries: readonly Entry[], session: Session): Promise<Finding> {
  const [noted, found] = [sums(), sums()];
  const all: Lock[] = [];
  for await (const lock of docsOf(lockDate, { projectId }, session)) all.push(lock);
  all.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a._id < b._id ? -1 : 1));
  for (const kind of ['RECEIVABLE', 'TRANSACTION'])
    for (const lock of standing(all.filter(doc => doc.kind === kind))) {
      // Older locks stored no sums.
      const [then] = lock.sums ?? [];
      if (!then) continue;
      const day = dayOf(lock) ?? '';
      const closed = entries.filter(
        ({ accountingDate, documentType }) =>
          accountingDate <= day && (documentType === 'bill') === (kind === 'RECEIVABLE'),
      );
      // Number and sum are combined: neither may have changed.
      add(noted, lock._id, (then.amount ?? 0) + (then.count ?? 0));
      add(
        found,
        lock._id,
        closed.reduce((sum, { total }) => sum + total, closed.length),
      );
    }
  return compareSums('LOCKED_SUMS', noted, found);
}
