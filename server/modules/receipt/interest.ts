import { bill } from '@lobby/shared/modules/bill.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { type Change, VersionConflict } from '../../kit/store/save.ts';
import { type Charge, interestBy, loadCharge, takeBackInterest } from '../bill/index.ts';
import { type Allocation, allocationsOf, assertPayable, loadBills, paid } from './allocations.ts';

type Bill = Doc<typeof bill>;
/** Allocation of a receipt, of any kind. */
interface Part {
  kind?: string | null;
  billId?: string | null;
  amount: number;
}

/**
 * Allocates payments of late interest to the bills that charge it: existing ones, oldest first, then a new one for interest accrued up to the day.
 * Other allocations are unchanged.
 */
export async function chargedFor<P extends Part>(
  ctx: Ctx,
  { unitId, parts: entered, day }: { unitId: unknown; parts: readonly P[]; day: string },
): Promise<{ parts: P[]; charges: Charge[] }> {
  const parts = gathered(entered);
  const interestParts = parts.filter(({ kind, billId }) => kind === 'INTEREST' && billId);
  if (interestParts.length === 0) return { parts, charges: [] };
  const ids = interestParts.flatMap(({ billId }) => billId ?? []);
  const late = (await records(bill).find(ctx, { _id: { $in: ids }, createdFor: { $ne: 'INTEREST' } })).filter(
    doc => doc.unitId === unitId,
  );
  const lateById = new Map(late.map(doc => [doc._id, doc]));
  const standing = await records(bill).find(
    ctx,
    { ...CHARGED, unitId: typeof unitId === 'string' ? unitId : '', originalId: { $in: [...lateById.keys()] } },
    { sort: { createdAt: 1 } },
  );
  const counted = await interestBy(ctx, late, day);
  const charges: Charge[] = [];
  const found: P[] = [];
  /** Remainder of an interest bill after allocations to that bill itself. */
  const leftOf = ({ _id, remaining }: Bill) =>
    remaining - parts.reduce((sum, { billId, amount }) => (billId === _id ? sum + amount : sum), 0);
  for (const [n, part] of parts.entries()) {
    const doc = part.kind === 'INTEREST' ? lateById.get(part.billId ?? '') : undefined;
    if (!doc) {
      found.push(part);
      continue;
    }
    let left = part.amount;
    const stand = standing.filter(({ originalId }) => originalId === doc._id);
    for (const standingBill of stand) {
      const amount = Math.max(0, Math.min(left, leftOf(standingBill)));
      if (amount > 0) found.push({ ...part, billId: standingBill._id, amount });
      left -= amount;
    }
    if (left <= 0) continue;
    const open = counted.get(doc._id)?.open ?? 0;
    if (left > open) {
      const max = open + stand.reduce((sum, standingBill) => sum + leftOf(standingBill), 0);
      const path = `allocations.${n}.${max > 0 ? 'amount' : 'billId'}`;
      const code = max > 0 ? 'PAYMENT_EXCEEDS_BILL' : 'BILL_NOT_OVERDUE';
      failFields({ [path]: { code, params: { max } } }, code);
    }
    const principal = parts
      .filter(({ kind, billId }) => kind !== 'INTEREST' && billId === doc._id)
      .reduce((sum, { amount }) => sum + amount, 0);
    const charge = await loadCharge(ctx, doc, { until: day, day, paid: principal });
    charges.push(charge);
    found.push({ ...part, billId: charge.charged._id, amount: left });
  }
  return { parts: gathered(found), charges };
}

/** Adds up the interest allocations of the same bill. */
function gathered<P extends Part>(parts: readonly P[]): P[] {
  const all: P[] = [];
  for (const part of parts) {
    const isLate = ({ kind, billId }: P) => kind === 'INTEREST' && billId === part.billId;
    const at = isLate(part) ? all.findIndex(isLate) : -1;
    const same = all[at];
    if (same) all[at] = { ...same, amount: same.amount + part.amount };
    else all.push(part);
  }
  return all;
}

/** Interest bills with a remaining amount. */
export const CHARGED = {
  createdFor: 'INTEREST',
  status: 'ACTIVE',
  paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] },
} as const;

interface Document {
  _id: string;
  unitId: string | null;
  allocations: Parameters<typeof allocationsOf>[0]['allocations'];
}

/** Bills that a new document pays, with their changes; interest that it pays is charged in the same transaction. */
export async function payBills(
  ctx: Ctx,
  doc: Document,
  charges: readonly Charge[],
): Promise<{ bills: Bill[]; allocations: Allocation[]; changes: Change[] }> {
  const allocations = allocationsOf({ allocations: doc.allocations });
  const amounts = new Map(allocations.map(({ billId, amount }) => [billId, amount]));
  const late = new Map(charges.map(charge => [charge.late._id, charge.late]));
  // Loaded again: the transaction checks these versions, and another payment may have come since the check.
  const stored = (await loadBills(ctx.projectId, allocations)).map(allocated =>
    asCharged(allocated, late.get(allocated._id)),
  );
  const bills = [...stored, ...charges.map(({ charged }) => charged)];
  assertPayable(bills, allocations, doc.unitId);
  for (const { charged } of charges) {
    const part = amounts.get(charged._id) ?? 0;
    const [change] = paid([charged], [{ billId: charged._id, amount: part }], 1);
    Object.assign(charged, change?.update?.set, { causeId: doc._id });
  }
  const set = charges.map((charge): Change => {
    return { definition: bill, action: 'charge-interest', update: { doc: charge.late, set: charge.set } };
  });
  return {
    bills,
    allocations,
    changes: [...charges.flatMap(charge => charge.changes), ...joined([...paid(stored, allocations, 1), ...set])],
  };
}

/** The overdue bill as it was when its interest was calculated; throws if it has changed. */
function asCharged(now: Bill, late: Bill | undefined): Bill {
  if (late && late.version !== now.version) throw new VersionConflict();
  return late ?? now;
}

/** Bills that a document paid, with the changes of its reversal; interest charged with it is cancelled unless others have changed it. */
export async function unpayBills(
  ctx: Ctx,
  doc: Document,
): Promise<{ bills: Bill[]; allocations: Allocation[]; changes: Change[] }> {
  const allocations = allocationsOf({ allocations: doc.allocations });
  const bills = await loadBills(ctx.projectId, allocations);
  const gone = new Set<string>();
  const changes: Change[] = [];
  for (const charged of bills.filter(({ causeId, status }) => causeId === doc._id && status === 'ACTIVE')) {
    const late =
      bills.find(({ _id }) => _id === charged.originalId) ?? (await records(bill).get(ctx, charged.originalId ?? ''));
    const part = allocations.find(({ billId }) => billId === charged._id)?.amount ?? 0;
    const back = late && (await takeBackInterest(ctx, { charged, late, paid: part }));
    if (!back) continue;
    gone.add(charged._id);
    changes.push({ definition: bill, action: 'accrue', update: { doc: late, set: back.late } }, ...back.changes);
  }
  const owed = bills.filter(({ _id }) => !gone.has(_id));
  return { bills, allocations, changes: joined([...paid(owed, allocations, -1, doc._id), ...changes]) };
}

/** Merges several updates of a bill into one. */
function joined(changes: readonly Change[]): Change[] {
  const all: Change[] = [];
  for (const change of changes) {
    const { definition, update } = change;
    const at =
      update && definition.name === bill.name ? all.findIndex(effect => effect.update?.doc._id === update.doc._id) : -1;
    const first = all[at]?.update;
    if (!update || !first) all.push(change);
    else
      all[at] = {
        ...all[at],
        ...change,
        action: all[at]?.action ?? change.action,
        update: { ...first, set: { ...first.set, ...update.set } },
      };
  }
  return all;
}
