import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { Session } from '../../kit/database/database.ts';
import { add, docsOf, type Entry, type Sums, sums } from '../ledger/index.ts';

/** Two sums that must be equal, by record. */
export interface Sides {
  left: Sums;
  right: Sums;
}
const sides = (): Sides => ({ left: sums(), right: sums() });

const sumOf = (parts: readonly { amount: number | null }[]) => parts.reduce((sum, part) => sum + (part.amount ?? 0), 0);

/** Receipts: amounts against allocations and against methods, money paid by bill, and money in clearing by method. */
export async function readReceipts(projectId: string, session: Session) {
  const [used, came, waiting, paid] = [sides(), sides(), sums(), sums()];
  for await (const doc of docsOf(receipt, { projectId, status: 'NOT_CANCELED' }, session)) {
    const amount = doc.amount;
    add(used.left, doc._id, amount);
    add(used.right, doc._id, sumOf(doc.allocations) + doc.surplus);
    add(came.left, doc._id, amount);
    add(came.right, doc._id, sumOf(doc.methods) + sumOf(doc.sources));
    for (const method of doc.methods)
      if (method.settles === 'ON_STATEMENT' && !method.settledOn)
        add(waiting, method.methodId ?? method.kind, method.amount);
    for (const allocation of doc.allocations)
      if ((allocation.kind === 'BILL' || allocation.kind === 'INTEREST') && allocation.billId)
        add(paid, allocation.billId, allocation.amount);
  }
  for await (const doc of docsOf(accountMovement, { projectId, status: 'NOT_CANCELED' }, session))
    for (const { billId, amount } of doc.allocations) add(paid, billId, amount);
  return { used, came, waiting, paid };
}

/** Paid amounts of bills, plus overpayments moved to the unit account, against their payments. */
export async function readBills(projectId: string, paid: Sums, session: Session): Promise<Sides> {
  const both: Sides = { left: sums(), right: paid };
  for await (const doc of docsOf(bill, { projectId, status: 'ACTIVE', type: 'NORMAL' }, session))
    if (doc.paid !== 0 || paid.has(doc._id)) add(both.left, doc._id, doc.paid + sumOf(doc.surplus));
  return both;
}

/** Money in clearing by method: journal against documents. */
export async function readClearing(
  projectId: string,
  entries: readonly Entry[],
  waiting: Sums,
  session: Session,
): Promise<Sides> {
  const both: Sides = { left: sums(), right: waiting };
  for (const { lines } of entries)
    for (const line of lines)
      if (line.account === 'CLEARING') add(both.left, line.method ?? '', (line.debit ?? 0) - (line.credit ?? 0));
  for await (const doc of docsOf(payslip, { projectId, status: 'NOT_CANCELED', methodId: { $ne: null } }, session))
    add(waiting, doc.methodId ?? '', -doc.amount);
  const without = {
    projectId,
    status: { $ne: 'CANCELLED' },
    fundId: null,
    origin: { $nin: ['IMPORT', 'TRANSFER'] },
  } as const;
  for await (const doc of docsOf(deposit, without, session)) add(waiting, doc.method, doc.amount);
  for (const side of [both.left, both.right]) for (const [key, amount] of side) if (amount === 0) side.delete(key);
  return both;
}

/** Gaps in the number series: 1 up to the highest number of each month. */
export async function readCodes(projectId: string, session: Session): Promise<{ seen: number; missing: string[] }> {
  const highest = new Map<string, Set<number>>();
  let seen = 0;
  for (const definition of [receipt, payslip, fundTransfer])
    for await (const { code } of docsOf(definition, { projectId }, session)) {
      const [, series, no] = /^(\w+-\d{4})-(\d+)$/.exec(code ?? '') ?? [];
      if (!series) continue;
      seen++;
      highest.set(series, (highest.get(series) ?? new Set()).add(Number(no)));
    }
  const missing = [...highest].flatMap(([series, numbers]) =>
    Array.from({ length: Math.max(...numbers) }, (_, n) => n + 1)
      .filter(n => !numbers.has(n))
      .map(n => `${series}-${String(n).padStart(5, '0')}`),
  );
  return { seen, missing };
}

/** Cash funds with a negative balance at the end of a day. */
export async function readTills(projectId: string, entries: readonly Entry[], session: Session): Promise<string[]> {
  const tills = new Set<string>();
  for await (const { _id } of docsOf(fund, { projectId, kind: 'CASH' }, session)) tills.add(_id);
  const days = new Map<string, Sums>();
  for (const { lines, accountingDate } of entries)
    for (const line of lines) {
      if (line.account !== 'FUND' || !line.fundId || !tills.has(line.fundId)) continue;
      const byDay = days.get(line.fundId) ?? sums();
      days.set(line.fundId, byDay);
      add(byDay, accountingDate, (line.debit ?? 0) - (line.credit ?? 0));
    }
  return [...days].flatMap(([id, byDay]) => {
    let [held, lowest] = [0, 0];
    for (const [, moved] of [...byDay].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      held += moved;
      lowest = Math.min(lowest, held);
    }
    return lowest < 0 ? [id] : [];
  });
}
