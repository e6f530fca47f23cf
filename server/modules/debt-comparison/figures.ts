import { bill } from '@lobby/shared/modules/bill.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import type { Line } from '../ledger/index.ts';
import { loadOwed, type OwedBill } from '../payment/index.ts';

/** Late interest of bills that is not charged yet. */
export const accruedOf = (bills: readonly OwedBill[]): number => bills.reduce((sum, item) => sum + item.accrued, 0);

/** Part of the advances that debts of the same service can use. */
export const usableOf = (
  advances: Iterable<readonly [serviceId: string, balance: number]>,
  debts: ReadonlyMap<string, number>,
): number => [...advances].reduce((sum, [serviceId, balance]) => sum + Math.min(balance, debts.get(serviceId) ?? 0), 0);

export function summedBy<T>(all: Iterable<T>, keyOf: (item: T) => string, amountOf: (item: T) => number) {
  const sums = new Map<string, number>();
  for (const line of all) sums.set(keyOf(line), (sums.get(keyOf(line)) ?? 0) + amountOf(line));
  return sums;
}

/** Debts and credits of a unit at the end of a day, from the journal. */
export async function figuresOn(ctx: Ctx, unitId: string, asOf: string) {
  const entries = await records(journalEntry).find(
    { projectId: ctx.projectId },
    { unitIds: unitId, accountingDate: { $lte: asOf } },
    { only: ['lines'], patience: 20_000 },
  );
  const lines = entries.flatMap(entry => entry.lines).filter(line => line.unitId === unitId);
  const of = (account: Line['account']) => lines.filter(line => line.account === account);
  const owes = ({ debit, credit }: Line) => (debit ?? 0) - (credit ?? 0);
  const holds = (line: Line) => -owes(line);
  const sum = (some: readonly Line[]) => some.reduce((total, line) => total + holds(line), 0);
  const left = [...summedBy(of('RECEIVABLE'), line => line.billId ?? '', owes)].filter(([, amount]) => amount > 0);
  const bills = await records(bill)
    .withRemoved()
    .find({ projectId: ctx.projectId }, { _id: { $in: left.map(([id]) => id) } }, { only: ['month', 'serviceId'] });
  const byId = new Map(bills.map(item => [item._id, item]));
  const debtLines = left
    .map(([billId, amount]) => ({
      billId,
      serviceId: byId.get(billId)?.serviceId ?? null,
      month: byId.get(billId)?.month ?? null,
      left: amount,
    }))
    .toSorted((a, b) => (a.month ?? '~').localeCompare(b.month ?? '~') || a.billId.localeCompare(b.billId));
  const ahead = [...summedBy(of('ADVANCE'), line => line.serviceId ?? '', holds)].filter(([, amount]) => amount > 0);
  const advances = ahead.map(([serviceId, balance]) => ({ serviceId, balance }));
  const debt = debtLines.reduce((total, line) => total + line.left, 0);
  const account = sum(of('UNIT_ACCOUNT'));
  const debts = summedBy(
    debtLines,
    line => line.serviceId ?? '',
    line => line.left,
  );
  return {
    debt,
    debtLines,
    interest: accruedOf((await loadOwed(ctx, [unitId], asOf)).get(unitId) ?? []),
    account,
    openingLeft: sum(of('UNIT_ACCOUNT').filter(({ bucket }) => bucket === 'OPENING')),
    advances,
    advance: advances.reduce((total, { balance }) => total + balance, 0),
    deposits: sum(of('DEPOSIT')),
    difference: account + usableOf(ahead, debts) - debt,
  };
}
export type Figures = Awaited<ReturnType<typeof figuresOn>>;
