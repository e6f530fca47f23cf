import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { add, compared, type Finding, sums } from './findings.ts';
import { docsOf, type Entry } from './read.ts';

const dayOf = (doc: Stored): string | null => (doc.lockDataAt ?? doc.transactionLockDate ?? null) as string | null;

/** The locks that stand: those since the books of their kind were last opened again. */
function standing(locks: readonly Stored[]): Stored[] {
  const back = locks.findLastIndex(doc => {
    const [day, before] = [dayOf(doc), doc.prevLockDataAt as string | null];
    return before !== null && (day === null || day < before);
  });
  return locks.slice(Math.max(back, 0)).filter(doc => dayOf(doc) !== null);
}

/** What was closed is as it was: the entries up to each lock sum up to what was noted when it was set. */
export async function checkLocks(projectId: string, entries: readonly Entry[], session: Session): Promise<Finding> {
  const [noted, found] = [sums(), sums()];
  const all: Stored[] = [];
  for await (const doc of docsOf(lockDate, { projectId }, session)) all.push(doc);
  all.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a._id < b._id ? -1 : 1));
  for (const kind of ['RECEIVABLE', 'TRANSACTION'])
    for (const doc of standing(all.filter(one => one.kind === kind))) {
      const [then] = (doc.sums ?? []) as { count: number; amount: number }[];
      if (!then) continue;
      const day = dayOf(doc) ?? '';
      const own = entries.filter(
        one => String(one.accountingDate) <= day && (one.documentType === 'bill') === (kind === 'RECEIVABLE'),
      );
      // Number and sum as one figure: neither may have changed.
      add(noted, doc._id, then.amount + then.count);
      add(
        found,
        doc._id,
        own.reduce((sum, { total }) => sum + Number(total), own.length),
      );
    }
  return compared('LOCKED_SUMS', noted, found);
}
