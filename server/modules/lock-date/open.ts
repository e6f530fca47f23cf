import { type Day, monthOf, nextDay } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { LockKind, OPEN_WORK } from '@lobby/shared/modules/lock-date.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { records } from '../../kit/store/records.ts';

export interface Open {
  what: (typeof OPEN_WORK)[number];
  count: number;
}

/** Unfinished work up to a day: a warning for whoever closes the books, never an error. */
export async function openWork(projectId: string, kind: LockKind, until: Day): Promise<Open[]> {
  const scope = { projectId, deletedAt: null };
  // Counts months that end by that day.
  const ended = monthOf(until);
  const month = monthOf(nextDay(until)) > ended ? { $lte: ended } : { $lt: ended };
  if (kind === 'TRANSACTION') {
    const count = await records(deposit).count(scope, {
      status: 'DEPOSITED',
      confirmed: { $ne: true },
      accountingDate: { $lte: until },
    });
    return some([{ what: 'DEPOSIT', count }]);
  }
  const [drafts, unread, billed] = await Promise.all([
    records(bill).count({ projectId }, { ...scope, status: 'DRAFT', month }),
    withoutBill(scope, month),
    withoutNotice(scope, month),
  ]);
  return some([
    { what: 'DRAFT', count: drafts },
    { what: 'USAGE', count: unread },
    { what: 'NO_NOTICE', count: billed },
  ]);
}

type Months = { $lte: string } | { $lt: string };
// An alias, because an interface is no `Where`.
type Own = {
  projectId: string;
  deletedAt: null;
  month?: Months;
  status?: 'ACTIVE' | { $ne: 'CANCELLED' };
  type?: 'NORMAL';
};
type Counted = typeof bill | typeof usage | typeof feeNotice;
const some = (all: Open[]): Open[] => all.filter(({ count }) => count > 0);
const keys = (docs: { key: string }[]) => new Set(docs.map(({ key }) => key));

const loadKeys = (definition: Counted, query: Own, names: readonly string[]) =>
  records(definition).aggregate<{ key: string }>(query, query, [
    { $project: { _id: 0, key: { $concat: names.flatMap((name, n) => [...(n ? [' '] : []), `$${name}`]) } } },
  ]);

async function withoutBill(scope: Own, month: Months): Promise<number> {
  const names = ['unitId', 'serviceId', 'month'];
  const read = await loadKeys(usage, { ...scope, month }, names);
  const billed = keys(await loadKeys(bill, { ...scope, month, status: { $ne: 'CANCELLED' } }, names));
  return read.filter(({ key }) => !billed.has(key)).length;
}

async function withoutNotice(scope: Own, month: Months): Promise<number> {
  const released = { ...scope, month, status: 'ACTIVE', type: 'NORMAL' } as const;
  const billed = await loadKeys(bill, released, ['unitId', 'noticeMonth']);
  const names = ['unitId', 'month'];
  const noticed = keys(await loadKeys(feeNotice, { ...scope, status: { $ne: 'CANCELLED' } }, names));
  return billed.filter(({ key }) => !noticed.has(key)).length;
}
