import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { bySystem } from '../orders.ts';
import { take } from './updates.ts';

type Line = Doc<typeof bankStatementLine>;

/** Our references in the text of a transfer, from which banks remove separators. */
const REF = /[A-Z0-9]{4}\d{6}[A-Z0-9]{8}/g;

/** The open order that a transfer names, with the same amount, if its payment is reported by the bank only. */
async function loadOrder({ projectId }: Ctx, line: Line): Promise<Doc<typeof onlineTransaction> | null> {
  const words = line.content?.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  const refs = words.flatMap(word => (word.length >= 18 ? [...word.matchAll(REF)].map(([ref]) => ref) : []));
  if (refs.length === 0) return null;
  return records(onlineTransaction).first(
    { projectId },
    {
      ref: { $in: refs },
      amount: line.amount,
      provider: { $in: ['VIETQR', 'VIRTUAL_ACCOUNT'] },
      status: { $ne: 'SUCCESSED' },
    },
  );
}

/** Settles an order paid to our own QR code, in one transaction with the statement line. Other amounts are matched by the statement rules. */
export async function takeBankMoney(ctx: Ctx, line: Line): Promise<boolean> {
  const doc = await loadOrder(ctx, line);
  if (!doc) return false;
  const answer = {
    ref: doc.ref ?? '',
    state: 'PAID' as const,
    amount: line.amount,
    cardLast4: null,
    providerRef: line.bankRef,
    bankCode: null,
  };
  const result = await take(bySystem(ctx), doc._id, answer, 'bank', set => {
    const receiptId = set.receiptId ?? null;
    const part = { unitId: doc.unitId, categoryId: null, amount: line.amount, receiptId };
    const matched = {
      status: 'MATCHED',
      parts: [part],
      receiptIds: receiptId ? [receiptId] : [],
      unitId: doc.unitId,
      rule: 'CONTENT',
      inboxReason: null,
      toPost: false,
      made: true,
    };
    const update = { doc: line, set: matched };
    return [{ definition: bankStatementLine, action: 'match', update }];
  });
  return result === 'TAKEN';
}
