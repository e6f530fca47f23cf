import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { clearingLines, type moneyOnItsWay, settleMoney } from '@lobby/shared/modules/payment-method.contract.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { type Change, retryOnConflict, save } from '../../kit/store/save.ts';
import { postings } from '../ledger/index.ts';
import { checkDay } from '../lock-date/index.ts';

/** Category for the fees of banks and providers. */
const FEES = 'BANK_FEE';
const LATE_DAYS = 5;
const MOST = 500;

/** Working days (Monday to Friday) after `from`, up to `to`. */
function workingDays(from: string, to: string): number {
  let days = 0;
  for (let at = Date.parse(from) + DAY_MS; at <= Date.parse(to); at += DAY_MS)
    if (![0, 6].includes(new Date(at).getUTCDay())) days++;
  return days;
}

/** Receipts with money in clearing, oldest first. */
const findOnTheirWay = (ctx: Ctx, methodId?: string): Promise<Doc<typeof receipt>[]> =>
  records(receipt).find(
    ctx,
    {
      status: 'NOT_CANCELED',
      methods: { $elemMatch: { settles: 'ON_STATEMENT', settledOn: null, ...(methodId && { methodId }) } },
    },
    { sort: { accountingDate: 1, createdAt: 1 }, limit: MOST },
  );

type OnItsWay = z.infer<typeof moneyOnItsWay>;
type Fees = Pick<Doc<typeof paymentMethod>, 'feePercent' | 'feeFixed'>;

/** Fee that a provider keeps of an amount. */
const feeOf = (amount: number, { feePercent, feeFixed }: Fees): number =>
  Math.min(amount, Math.round((amount * (feePercent ?? 0)) / 100) + (feeFixed ?? 0));

const waitingIn = (doc: Doc<typeof receipt>, today: string): Omit<OnItsWay, 'fee'>[] =>
  doc.methods.flatMap(({ settles, settledOn, methodId, kind, reference, amount }, n) => {
    if (settles !== 'ON_STATEMENT' || settledOn) return [];
    const { accountingDate } = doc;
    const days = workingDays(accountingDate, today);
    return {
      id: `${doc._id}.${n}`,
      receiptId: doc._id,
      code: doc.code ?? '',
      methodId,
      kind,
      reference,
      amount,
      unitId: doc.unitId,
      accountingDate,
      days,
      late: days > LATE_DAYS,
    };
  });

const clearing = route(clearingLines, {
  flags: ['read'],
  async run(ctx, { query: { methodId } }) {
    const today = todayOf(ctx);
    const [docs, methods] = await Promise.all([
      findOnTheirWay(ctx, methodId),
      records(paymentMethod)
        .withRemoved()
        .find(ctx, {}, { only: ['name', 'feePercent', 'feeFixed'] }),
    ]);
    const byId = new Map(methods.map(method => [method._id, method]));
    const lines = docs
      .flatMap(doc => waitingIn(doc, today))
      .filter(line => !methodId || line.methodId === methodId)
      .map(line => {
        const by = byId.get(line.methodId ?? '');
        return { ...line, fee: by ? feeOf(line.amount, by) : 0 };
      });
    const sums = [...Map.groupBy(lines, line => line.methodId)].map(([id, group]) => ({
      methodId: id,
      name: byId.get(id ?? '')?.name ?? null,
      count: group.length,
      amount: group.reduce((sum, { amount }) => sum + amount, 0),
    }));
    return { lines, sums };
  },
});

interface Settlement {
  receiptLineIds: readonly string[];
  accountingDate: string;
  amount: number;
  fee: number;
}

/** Settles receipt lines: one entry each, with its share of the fee as an expense. */
export async function settleLines(
  ctx: Ctx,
  { receiptLineIds, accountingDate, amount, fee }: Settlement,
): Promise<Change[]> {
  await checkDay(ctx, 'transaction', accountingDate, 'accountingDate');
  const wanted = new Set(receiptLineIds);
  const ids = [...new Set([...wanted].map(id => id.split('.')[0] ?? ''))];
  const docs = await records(receipt).find(ctx, { _id: { $in: ids } });
  const today = todayOf(ctx);
  const lines = docs.filter(({ status }) => status === 'NOT_CANCELED').flatMap(doc => waitingIn(doc, today));
  const chosen = lines.filter(({ id }) => wanted.has(id));
  const chosenIds = new Set(chosen.map(({ id }) => id));
  const missing = receiptLineIds.findIndex(id => !chosenIds.has(id));
  if (missing >= 0)
    failFields({ [`receiptLineIds.${missing}`]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  const gross = chosen.reduce((sum, line) => sum + line.amount, 0);
  if (gross !== amount + fee) fail('SETTLEMENT_MISMATCH', { gross, told: amount + fee });
  let left = fee;
  const changes: Change[] = [];
  for (const doc of docs) {
    const methods = doc.methods.map(method => ({ ...method }));
    for (const [n, method] of methods.entries()) {
      const id = `${doc._id}.${n}`;
      if (!wanted.has(id)) continue;
      wanted.delete(id);
      const part = wanted.size === 0 ? left : Math.min(left, Math.floor((fee * method.amount) / gross));
      left -= part;
      Object.assign(method, { settledOn: accountingDate, fee: part });
      changes.push(
        ...(await postings(ctx, {
          kind: 'SETTLE',
          day: accountingDate,
          type: 'receipt',
          doc,
          occurrence: `${doc.version}.${n}`,
          lines: [
            { account: 'FUND', fundId: method.fundId, debit: method.amount - part },
            { account: 'EXPENSE', category: FEES, debit: part },
            { account: 'CLEARING', method: method.methodId ?? method.kind, credit: method.amount },
          ],
        })),
      );
    }
    changes.push({ definition: receipt, action: 'settle', update: { doc, set: { methods } } });
  }
  return changes;
}

const settle = route(settleMoney, {
  flags: ['updateStatus'],
  run: (ctx, { body }) =>
    retryOnConflict(async () => {
      const changes = await settleLines(ctx, body);
      const answer = { settled: body.receiptLineIds.length };
      await save(ctx, changes, answer);
      return answer;
    }),
});

export const settleRoutes: readonly Route[] = [clearing, settle];
