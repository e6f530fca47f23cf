import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { buildReversal, type Line, loadAccount, postings } from '../../ledger/index.ts';
import type { BillDoc } from '../types.ts';

/** A part of a payment above the bill's new total, moved to the unit's account. */
interface Surplus {
  type: 'receipt' | 'account-movement';
  documentId: string;
  amount: number;
}

/** Valid documents that paid a bill, latest first, each with the amount. */
async function findPayers(ctx: Ctx, billId: string) {
  const where = { 'allocations.billId': billId, status: 'NOT_CANCELED' } as const;
  const [receipts, movements] = await Promise.all([
    records(receipt).find(ctx, where),
    records(accountMovement).find(ctx, where),
  ]);
  const paidOf = ({ allocations }: { allocations: readonly { billId: string | null; amount: number }[] }) =>
    allocations.reduce((sum, allocation) => sum + (allocation.billId === billId ? allocation.amount : 0), 0);
  return [
    ...receipts.map(doc => ({ type: 'receipt' as const, doc, amount: paidOf(doc) })),
    ...movements.map(doc => ({ type: 'account-movement' as const, doc, amount: paidOf(doc) })),
  ].toSorted((a, b) => b.doc.createdAt.getTime() - a.doc.createdAt.getTime());
}

const surplusLines = (doc: BillDoc, amount: number): Line[] => [
  { account: 'RECEIVABLE', serviceId: doc.serviceId, billId: doc._id, part: 'PRINCIPAL', debit: amount },
  { account: 'UNIT_ACCOUNT', credit: amount },
];

/** Moves the overpaid amount to the unit's account, taken from the latest payments first. */
export async function moveSurplus(ctx: Ctx, doc: BillDoc, amount: number, day: string, occurrence: string) {
  let left = amount;
  const surplus: Surplus[] = [];
  const changes: Change[] = [];
  for (const payer of left > 0 ? await findPayers(ctx, doc._id) : []) {
    const part = Math.min(left, payer.amount);
    if (part <= 0) continue;
    left -= part;
    surplus.push({ type: payer.type, documentId: payer.doc._id, amount: part });
    changes.push(
      ...(await postings(ctx, {
        kind: 'ADJUST_SURPLUS',
        day,
        type: payer.type,
        doc: payer.doc,
        occurrence,
        unitId: doc.unitId,
        lines: surplusLines(doc, part),
      })),
    );
  }
  if (left > 0) throw new Error(`bill ${doc.code} was paid by no document`);
  return { surplus, changes };
}

/** Reverses surplus postings to the unit's account that are still valid. */
export async function takeBackSurplus(ctx: Ctx, doc: BillDoc): Promise<Change[]> {
  const entries = await records(journalEntry).find(ctx, {
    unitIds: doc.unitId,
    kind: 'ADJUST_SURPLUS',
    'lines.billId': doc._id,
  });
  const reversals = await records(journalEntry).find(
    ctx,
    { reversesId: { $in: entries.map(({ _id }) => _id) } },
    { only: ['reversesId'] },
  );
  const reversed = new Set(reversals.map(({ reversesId }) => reversesId));
  const standing = entries.filter(({ _id }) => !reversed.has(_id));
  const { balance, balanceOpening } = await loadAccount(ctx, doc.unitId);
  const total = standing.reduce((sum, entry) => sum + entry.total, 0);
  if (total > balance - (balanceOpening ?? 0)) fail('ADJUSTMENT_SURPLUS_USED');
  const changes: Change[] = [];
  for (const entry of standing) changes.push(...(await buildReversal(ctx, 'ADJUST_CANCEL', entry, todayOf(ctx))));
  return changes;
}
