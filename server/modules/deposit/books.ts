import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { build } from '../../kit/records/records.ts';
import type { EffectOf } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { type Line, moneyLine, postings, reversals } from '../ledger/index.ts';
import { todayOf } from '../lock-date/index.ts';

type Values = Record<string, unknown>;
export const dayOr = (ctx: Ctx, day: unknown): string => (typeof day === 'string' ? day : todayOf(ctx));

/** A side of what a unit has left as this deposit. */
export const held = (doc: Stored, side: 'debit' | 'credit', amount: number): Line => ({
  account: 'DEPOSIT',
  unitId: String(doc.unitId),
  depositId: doc._id,
  [side]: amount,
});

/** A deposit that was written by mistake, as if it had never been. */
export const bookCancelled = (ctx: Ctx, doc: Stored): Promise<Change[]> => {
  const kind = doc.origin === 'IMPORT' ? 'OPENING_CANCEL' : 'RECEIPT_CANCEL';
  return reversals(ctx, { kind, of: ['OPENING_DEPOSIT', 'RECEIPT'], day: todayOf(ctx), type: 'deposit', doc });
};

/** How a deposit that was taken comes onto the books; one that an older system took in is part of the opening balances. */
export const bookTaken = (ctx: Ctx, doc: Stored, imported = false): Promise<Change[]> =>
  postings(ctx, {
    kind: imported ? 'OPENING_DEPOSIT' : 'RECEIPT',
    day: String(doc.accountingDate),
    type: 'deposit',
    doc,
    unitId: String(doc.unitId),
    lines: [
      imported
        ? { account: 'OPENING_BALANCE', debit: Number(doc.amount) }
        : moneyLine(doc.fundId, 'debit', Number(doc.amount), doc.method),
      held(doc, 'credit', Number(doc.amount)),
    ],
  });

/** A new deposit that nobody makes by hand. */
export const newDeposit = (ctx: Ctx, values: Values): Promise<Stored> =>
  build(ctx, deposit, { ...values, remaining: values.amount, cashierId: ctx.employeeId });

/** One with its entry. */
export async function takenDeposit(ctx: Ctx, values: Values): Promise<{ doc: Stored; changes: Change[] }> {
  const doc = await newDeposit(ctx, values);
  return { doc, changes: [{ definition: deposit, action: 'create', insert: doc }, ...(await bookTaken(ctx, doc))] };
}

/** What is left of a deposit after an amount went where it belongs; refuses more than is there (rules.md 5, Refund not above the deposit). */
export function takenOff(doc: Stored, amount: number, to: 'refundAmount' | 'transferred' | 'kept'): Values {
  const left = Number(doc.remaining) - amount;
  if (left < 0)
    failFields(
      { amount: { code: 'REFUND_EXCEEDS_DEPOSIT', params: { max: Number(doc.remaining) } } },
      'REFUND_EXCEEDS_DEPOSIT',
    );
  return { remaining: left, [to]: Number(doc[to]) + amount };
}

/** The effect of taking an amount off: the deposit stays as it is while something is left of it. */
export const lessened = (
  set: Values,
  done: 'REFUNDED' | 'TRANSFERRED',
  changes: Change[],
): EffectOf<typeof deposit> => ({
  set,
  status: Number(set.remaining) > 0 ? 'DEPOSITED' : done,
  with: changes,
});

/** A refund as the deposit keeps it. */
export const refundsWith = (doc: Stored, amount: number, fundId: unknown, day: string): Values => ({
  refunds: [...(Array.isArray(doc.refunds) ? doc.refunds : []), { day, amount, fundId: fundId ?? null }],
});

/** Gives an amount back out of a fund. */
export const bookRefund = (
  ctx: Ctx,
  doc: Stored,
  amount: number,
  fundId: unknown,
  day: string,
  method: unknown = doc.method,
): Promise<Change[]> =>
  postings(ctx, {
    kind: 'PAYSLIP',
    day,
    type: 'deposit',
    doc,
    lines: [held(doc, 'debit', amount), moneyLine(fundId, 'credit', amount, method)],
  });

/** What kept money is income of. */
export type Income = Pick<Line, 'category' | 'amenityId' | 'bookingId'>;

/** What the building keeps is income. */
export const bookKept = (
  ctx: Ctx,
  doc: Stored,
  amount: number,
  day: string = todayOf(ctx),
  of: Income = { category: 'DEPOSIT' },
): Promise<Change[]> =>
  postings(ctx, {
    kind: 'DEPOSIT_FORFEIT',
    day,
    type: 'deposit',
    doc,
    lines: [held(doc, 'debit', amount), { account: 'REVENUE', ...of, credit: amount }],
  });

/** The request of a deposit of which nothing is held any more. */
export async function requestGivenBack({ projectId }: Ctx, { _id, requestId }: Stored): Promise<Change[]> {
  if (!requestId) return [];
  if (await records(deposit).exists({ projectId }, { requestId, _id: { $ne: _id }, remaining: { $gt: 0 } })) return [];
  const doc = await records(depositRequest).first({ projectId }, { _id: requestId, status: 'DEPOSITED' });
  return doc ? [{ definition: depositRequest, action: 'update', update: { doc, set: { status: 'REFUNDED' } } }] : [];
}
