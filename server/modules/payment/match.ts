import { fund } from '@lobby/shared/modules/fund.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import { records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { fundFor } from '../ledger/index.ts';
import { cancelReceipt, receiptOf } from '../receipt/index.ts';
import { oldestFirst, owedOf } from './owed.ts';

interface Part {
  unitId: string;
  amount: number;
}

/** The fund that stands for the account at the bank. */
async function fundOf(ctx: Ctx, bankAccountId: unknown): Promise<string | null> {
  const own = await modelOf(fund).findOne({ projectId: ctx.projectId, bankAccountId, deletedAt: null }).lean<Stored>();
  return own?._id ?? fundFor(ctx, 'TRANSFER');
}

/** A receipt for each part: the oldest bills first, the rest to the unit's account. */
async function taken(ctx: Ctx, doc: Stored, given: readonly Part[], foundBy: unknown): Promise<Effect> {
  const fundId = await fundOf(ctx, doc.bankAccountId);
  const owed = await owedOf(
    ctx,
    given.map(({ unitId }) => unitId),
  );
  const parts: (Part & { receiptId: string })[] = [];
  const changes: Change[] = [];
  for (const { unitId, amount } of given) {
    const home = await modelOf(unit).findOne({ projectId: ctx.projectId, _id: unitId, deletedAt: null }).lean<Stored>();
    if (!home) failFields({ unitId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
    const { allocations } = oldestFirst(owed.get(unitId) ?? [], amount);
    const made = await receiptOf(ctx, {
      unitId,
      amount,
      allocations,
      method: 'TRANSFER',
      fundId,
      origin: doc.source === 'WEBHOOK' ? 'WEBHOOK' : 'STATEMENT',
      accountingDate: doc.day,
      payerName: doc.counterName ?? String(home?.code),
      content: doc.content,
    });
    parts.push({ unitId, amount, receiptId: made.doc._id });
    changes.push(...made.changes);
  }
  const one = given.length === 1 ? given[0]?.unitId : null;
  return { set: { parts, unitId: one ?? null, foundBy }, with: changes };
}

const match: Rule = (ctx, doc, { unitId }) => {
  const id = String(unitId);
  const foundBy = doc.unitId === id && doc.foundBy !== 'NONE' ? doc.foundBy : 'HAND';
  return taken(ctx, doc, [{ unitId: id, amount: Number(doc.amount) }], foundBy);
};

const split: Rule = (ctx, doc, input) => {
  // Of one unit twice the bills would be paid twice over.
  const sums = new Map<string, number>();
  for (const { unitId, amount } of input.parts as Part[]) sums.set(unitId, (sums.get(unitId) ?? 0) + amount);
  const parts = [...sums].map(([unitId, amount]) => ({ unitId, amount }));
  if (parts.reduce((sum, { amount }) => sum + amount, 0) !== Number(doc.amount))
    failFields({ parts: { code: 'SPLIT_SUM_DIFFERS', params: { max: Number(doc.amount) } } }, 'SPLIT_SUM_DIFFERS');
  return taken(ctx, doc, parts, 'HAND');
};

/** Takes the receipts back that it brought about; those that were cancelled by themselves are gone already. */
const unmatch: Rule = async (ctx, doc, { reason }) => {
  const ids = ((doc.parts ?? []) as { receiptId?: string }[]).flatMap(({ receiptId }) => receiptId ?? []);
  const receipts = await records(receipt).find(ctx, { _id: { $in: ids }, status: 'NOT_CANCELED' });
  const changes: Change[] = [];
  for (const one of receipts) {
    const effect = await cancelReceipt(ctx, one);
    const set = { ...effect.set, status: 'CANCELED', cancelReason: reason };
    changes.push({ definition: receipt, action: 'cancel', update: { doc: one, set } }, ...(effect.with ?? []));
  }
  return { set: { parts: [], unitId: null, foundBy: 'NONE' }, with: changes };
};

export const matchActs = { match, split, unmatch };
