import type { Definition } from '@lobby/shared/kit/definition.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { build } from '../../kit/records/records.ts';
import type { EffectOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { type Line, moneyLine, postings, reversals } from '../ledger/index.ts';
import { buildPayslip } from '../payslip/index.ts';
import { loadReceipt, type MethodLine } from '../receipt/index.ts';

type Deposit = Doc<typeof deposit>;
/** What is left of a deposit, and where the rest went. */
type Taken = Pick<Deposit, 'remaining'> & Partial<Pick<Deposit, 'refundAmount' | 'transferred' | 'kept'>>;
export const dayOr = (ctx: Ctx, day: string | null | undefined): string => day ?? todayOf(ctx);

/** Journal line on the deposit account. */
export const depositLine = (doc: Doc<typeof deposit>, side: 'debit' | 'credit', amount: number): Line => ({
  account: 'DEPOSIT',
  unitId: doc.unitId,
  depositId: doc._id,
  [side]: amount,
});

/** Reverses the entry of a deposit created by mistake. */
export const bookCancelled = (ctx: Ctx, doc: Doc<typeof deposit>): Promise<Change[]> => {
  const kind = doc.origin === 'IMPORT' ? 'OPENING_CANCEL' : 'RECEIPT_CANCEL';
  return reversals(ctx, { kind, of: ['OPENING_DEPOSIT', 'RECEIPT'], day: todayOf(ctx), type: 'deposit', doc });
};

/** Payment methods and origin, where they are known in more detail than the deposit's own fields. */
export interface Came {
  methods?: readonly MethodLine[];
  origin?: 'STATEMENT' | 'WEBHOOK' | 'ONLINE';
}

/** Posts a received deposit: by a receipt if a fund holds it, else directly (imported, or not in a fund yet). */
export async function bookTaken(
  ctx: Ctx,
  doc: Doc<typeof deposit>,
  imported = false,
  came: Came = {},
): Promise<Change[]> {
  const amount = doc.amount;
  if (!imported && doc.fundId) {
    const { unitId, payerName, accountingDate, content, code, method, fundId, origin, originId, originCode } = doc;
    const { doc: made, changes } = await loadReceipt(ctx, {
      unitId,
      payerName,
      accountingDate,
      amount,
      originId,
      originCode,
      content: content ?? originCode ?? code,
      allocations: [{ kind: 'DEPOSIT', depositId: doc._id, amount }],
      originPart: origin === 'BOOKING' ? 'DEPOSIT' : null,
      origin: came.origin ?? (originId ? 'FORM' : 'COUNTER'),
      ...(came.methods ? { methods: came.methods, sources: [] } : { method, fundId }),
    });
    doc.receiptId = made._id;
    return changes;
  }
  return postings(ctx, {
    kind: imported ? 'OPENING_DEPOSIT' : 'RECEIPT',
    day: doc.accountingDate,
    type: 'deposit',
    doc,
    unitId: doc.unitId,
    lines: [
      imported ? { account: 'OPENING_BALANCE', debit: amount } : moneyLine(doc.fundId, 'debit', amount, doc.method),
      depositLine(doc, 'credit', amount),
    ],
  });
}

/** Builds a deposit created by the system. */
export const newDeposit = (ctx: Ctx, values: Values<typeof deposit>): Promise<Doc<typeof deposit>> =>
  build(ctx, deposit, { ...values, remaining: values.amount, cashierId: ctx.employeeId });

/** Builds a deposit with its receipt. */
export async function takenDeposit(
  ctx: Ctx,
  values: Values<typeof deposit>,
  came: Came = {},
): Promise<{ doc: Doc<typeof deposit>; changes: Change[] }> {
  const doc = await newDeposit(ctx, values);
  const booked = await bookTaken(ctx, doc, false, came);
  return { doc, changes: [{ definition: deposit, action: 'create', insert: doc }, ...booked] };
}

/** Reduces the remaining amount of a deposit; refuses more than is left (rules.md 5, Refund not above the deposit). */
export function takenOff(doc: Doc<typeof deposit>, amount: number, to: 'refundAmount' | 'transferred' | 'kept'): Taken {
  const left = doc.remaining - amount;
  if (left < 0)
    failFields(
      { amount: { code: 'REFUND_EXCEEDS_DEPOSIT', params: { max: doc.remaining } } },
      'REFUND_EXCEEDS_DEPOSIT',
    );
  const taken: Taken = { remaining: left };
  taken[to] = doc[to] + amount;
  return taken;
}

/** Effect of reducing a deposit; the status changes only when nothing is left. */
export const reduceDeposit = (
  set: Partial<Deposit> & Pick<Deposit, 'remaining'>,
  done: 'REFUNDED' | 'TRANSFERRED' | 'KEPT',
  changes: Change[],
): EffectOf<typeof deposit> => ({
  set,
  status: set.remaining > 0 ? 'DEPOSITED' : done,
  with: changes,
});

interface Refund {
  amount: number;
  day: string;
  fundId: string | null | undefined;
  method?: string;
}

/** Books a refund: by a payslip from a fund, else directly; returns the values for the deposit. */
export async function bookRefund(
  ctx: Ctx,
  doc: Doc<typeof deposit>,
  { amount, day, fundId, method = doc.method }: Refund,
): Promise<{ changes: Change[]; refunds: Deposit['refunds']; payslipId: string | null }> {
  const before = doc.refunds;
  const { unitId, payerName, content, code, originId, originCode } = doc;
  if (!fundId)
    return {
      changes: await postings(ctx, {
        kind: 'PAYSLIP',
        day,
        type: 'deposit',
        doc,
        lines: [depositLine(doc, 'debit', amount), moneyLine(null, 'credit', amount, method)],
      }),
      refunds: [...before, { day, amount, fundId: null, payslipId: null }],
      payslipId: null,
    };
  const { doc: made, changes } = await buildPayslip(ctx, {
    purpose: 'DEPOSIT_REFUND',
    category: 'OTHER',
    unitId,
    amount,
    fundId,
    method: method === 'CASH' ? 'CASH' : 'TRANSFER',
    accountingDate: day,
    payeeName: payerName,
    content: content ?? originCode ?? code,
    originId,
    originCode,
    depositId: doc._id,
  });
  return { changes, refunds: [...before, { day, amount, fundId, payslipId: made._id }], payslipId: made._id };
}

/** Category of income for a forfeited deposit. */
export type Income = Pick<Line, 'category' | 'amenityId' | 'bookingId'>;

/** Posts a forfeited amount as income. */
export const bookKept = (
  ctx: Ctx,
  doc: Doc<typeof deposit>,
  amount: number,
  day: string = todayOf(ctx),
  of: Income = { category: 'DEPOSIT' },
): Promise<Change[]> =>
  postings(ctx, {
    kind: 'DEPOSIT_FORFEIT',
    day,
    type: 'deposit',
    doc,
    lines: [depositLine(doc, 'debit', amount), { account: 'REVENUE', ...of, credit: amount }],
  });

/** Updates the request of a refunded deposit: refunded once none of its deposits is held any more. */
export async function requestGivenBack(
  { projectId }: Ctx,
  { _id, requestId }: Doc<typeof deposit>,
  amount: number,
  isOver: boolean,
): Promise<Change[]> {
  const doc = requestId
    ? await records(depositRequest).first({ projectId }, { _id: requestId, status: 'DEPOSITED' })
    : null;
  if (!doc) return [];
  const others = { requestId: doc._id, _id: { $ne: _id }, remaining: { $gt: 0 } };
  const done = isOver && !(await records(deposit).exists({ projectId }, others));
  const set = { refundAmount: doc.refundAmount + amount, ...(done && { status: 'REFUNDED' }) };
  return [{ definition: depositRequest, action: 'update', update: { doc, set } }];
}

/** Id of the receipt or payslip among the changes; null if there is none. */
export const voucherIn = (changes: readonly Change[], { name }: Definition): string | null =>
  changes.find(({ definition, insert }) => definition.name === name && insert)?.insert?._id ?? null;
