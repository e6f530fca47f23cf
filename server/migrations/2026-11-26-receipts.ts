import { position } from '@lobby/shared/modules/employee.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { systemCtx } from '../kit/base/context.ts';
import { clockNow } from '../kit/database/clock.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import { firstCategories, typeOf } from '../modules/receipt/index.ts';
import { projects, settingsOf } from '../platform/projects/projects.ts';
import type { Migration } from './migrate.ts';

const of = (definition: Parameters<typeof collectionOf>[0]) => db().collection<Stored>(collectionOf(definition));
const LINE = { methodId: null, bankAccountId: null, reference: null, settles: 'DIRECT', settledOn: null, fee: null };
const NOTHING = { labelIds: [], note: null, partnerId: null, printCount: 0, printedAt: null, reference: null };

type Part = { method: string; fundId: string; amount: number };
type Paid = { billId: string; amount: number };

/** An older receipt by the names of now: what came by each way, what it is for, and what went where. */
export function receiptNow(old: Stored): Record<string, unknown> {
  const amount = Number(old.amount);
  const account = old.method === 'UNIT_ACCOUNT';
  const parts = Array.isArray(old.parts) && old.parts.length > 0 ? (old.parts as Part[]) : null;
  const whole = { method: String(old.method), fundId: String(old.fundId), amount };
  const methods = account ? [] : (parts ?? [whole]).map(({ method, ...one }) => ({ ...LINE, kind: method, ...one }));
  const bills = ((old.allocations ?? []) as Paid[]).map(one => ({ kind: 'BILL', ...one }));
  const part = old.originPart
    ? { kind: `BOOKING_${old.originPart}`, bookingId: old.originId }
    : { kind: 'OTHER_INCOME' };
  const ahead = old.type === 'ADVANCE';
  const surplus = ahead ? amount : Number(old.toAccount ?? 0);
  const now: Record<string, unknown> = {
    ...NOTHING,
    methods,
    methodId: null,
    unitId: old.unitId ?? null,
    categoryId: null,
    allocations: old.type === 'OTHER' ? [{ ...part, amount }] : bills,
    sources: account ? [{ from: 'UNIT_ACCOUNT', serviceId: null, amount, fromOpening: 0 }] : [],
    surplus,
    surplusTo: surplus > 0 ? (ahead ? 'ADVANCE' : 'UNIT_ACCOUNT') : null,
    amount,
    surplusServiceId: ahead ? old.serviceId : null,
    origin: old.originId ? 'FORM' : 'COUNTER',
  };
  return { ...now, type: typeOf(now) };
}

/** Rights that were one and are several now: who had the first has the others too. */
const SPLIT: readonly (readonly [code: string, had: string, gains: readonly string[]])[] = [
  ['RECEIPT', 'read', ['readDetail', 'aggregate']],
  ['RECEIPT', 'write', ['updateInfo']],
  ['UNIT_ACCOUNT', 'read', ['readDetail']],
  ['BILLING_CONFIG', 'write', ['updateStatus']],
];

async function splitRights(): Promise<void> {
  for (const [code, had, gains] of SPLIT)
    await of(position).updateMany({ [`permissions.${code}`]: had }, {
      $addToSet: { [`permissions.${code}`]: { $each: [...gains] } },
    } as object);
}

export const typesOfReceipts: Migration = {
  name: '2026-11-26 types of receipts',
  async run() {
    await splitRights();
    for await (const old of of(receipt).find({ toAccount: { $exists: true } }))
      await of(receipt).updateOne(
        { _id: old._id },
        { $set: receiptNow(old), $unset: { toAccount: '', parts: '', serviceId: '' } },
      );
    for await (const project of projects().find()) {
      if (await of(voucherCategory).findOne({ projectId: project._id })) continue;
      await of(voucherCategory).insertMany(await firstCategories(systemCtx(settingsOf(project), clockNow())));
    }
  },
};
