import { bill } from '@lobby/shared/modules/bill.ts';
import { standingOf } from '@lobby/shared/modules/bill-standing.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { newId } from '../../../kit/database/database.ts';
import type { Action, EffectOf } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { buildReversal, postings } from '../../ledger/index.ts';
import { assertNotLocked } from '../../lock-date/index.ts';
import type { BillDoc } from '../types.ts';
import { interestBy, interestLines, type Waiver, waiversOf, withInterest } from './interest.ts';

/** Unpaid interest bills of a late bill, oldest first. */
export const findCharged = (ctx: Ctx, { _id: originalId, unitId }: BillDoc): Promise<BillDoc[]> =>
  records(bill).find(
    ctx,
    { unitId, originalId, createdFor: 'INTEREST', status: 'ACTIVE', remaining: { $gt: 0 } },
    { sort: { createdAt: 1 } },
  );

/** Update that lowers or raises the amount requested by an interest bill. */
function lowered(doc: BillDoc, by: number): NonNullable<Change['update']> {
  const { total, paid } = doc;
  const writtenOff = (doc.writtenOff ?? 0) + by;
  return { doc, set: { writtenOff, ...standingOf({ total, paid, writtenOff }) } };
}

/** Waives a part of charged interest and posts it. */
async function waiveCharged(ctx: Ctx, charged: BillDoc, { id, amount, day }: Waiver): Promise<Change[]> {
  const of = { serviceId: charged.serviceId, billId: charged._id };
  return [
    { definition: bill, action: 'waive-interest', update: lowered(charged, amount) },
    ...(await postings(ctx, {
      kind: 'INTEREST_WAIVE',
      day,
      type: 'bill',
      doc: charged,
      occurrence: id,
      unitId: charged.unitId,
      lines: [
        { account: 'WRITE_OFF', ...of, debit: amount },
        { account: 'RECEIVABLE', ...of, part: 'INTEREST', credit: amount },
      ],
    })),
  ];
}

/** Waives interest so far, wholly or in part, charged interest first; interest from tomorrow on accrues again. */
export const waiveInterest: Action<typeof bill, 'waive-interest'> = async (ctx, doc, { amount, reason }) => {
  const today = todayOf(ctx);
  await assertNotLocked(ctx, 'receivable', today, { document: doc.code });
  // Calculated from the journal: the job that marks late bills may not have run yet.
  const counted = (await interestBy(ctx, [doc], today)).get(doc._id);
  const lines = counted?.lines ?? interestLines(doc);
  const waivers = waiversOf(doc);
  const charged = await findCharged(ctx, doc);
  const max = withInterest(lines, waivers).interest + charged.reduce((sum, { remaining }) => sum + remaining, 0);
  if (max === 0 && !doc.late) fail('BILL_NOT_OVERDUE');
  if (max === 0) return { set: withInterest(lines, waivers) };
  let left = amount ?? max;
  if (left > max)
    failFields({ amount: { code: 'INTEREST_WAIVE_INVALID', params: { max } } }, 'INTEREST_WAIVE_INVALID', { max });
  const made: Waiver[] = [];
  const changes: Change[] = [];
  const waive = (part: number, of: string | null): Waiver => {
    const waiver = { id: newId(), amount: part, day: today, reason, chargedBy: null, of, reversed: false };
    made.push(waiver);
    left -= part;
    return waiver;
  };
  for (const charge of charged) {
    const part = Math.min(left, charge.remaining);
    if (part > 0) changes.push(...(await waiveCharged(ctx, charge, waive(part, charge._id))));
  }
  if (left > 0) waive(left, null);
  const all = [...waivers, ...made];
  return { set: { ...withInterest(lines, all), waivers: all }, with: changes };
};

/** Cancels a waiver, unless an interest bill has taken it into account. */
export async function cancelWaiver(ctx: Ctx, doc: BillDoc, postingId: string): Promise<EffectOf<typeof bill>> {
  const today = todayOf(ctx);
  await assertNotLocked(ctx, 'receivable', today, { document: doc.code });
  const waivers = waiversOf(doc);
  const cancelled = waivers.find(({ id }) => id === postingId) ?? fail('NOT_FOUND');
  if (cancelled.reversed || cancelled.chargedBy) fail('STATUS_NOT_ALLOWED');
  const after = waivers.map(waiver => (waiver === cancelled ? { ...waiver, reversed: true } : waiver));
  return {
    set: { ...withInterest(interestLines(doc), after), waivers: after },
    with: cancelled.of ? await chargeAgain(ctx, cancelled.of, cancelled) : [],
  };
}

async function chargeAgain(ctx: Ctx, of: string, { id, amount }: Waiver): Promise<Change[]> {
  const charged = (await records(bill).get(ctx, of)) ?? fail('NOT_FOUND');
  const where = { documentId: charged._id, kind: 'INTEREST_WAIVE', occurrence: id } as const;
  const entry = (await records(journalEntry).first(ctx, where)) ?? fail('NOT_FOUND');
  return [
    { definition: bill, action: 'unwaive', update: lowered(charged, -amount) },
    ...(await buildReversal(ctx, 'INTEREST_CANCEL', entry, todayOf(ctx))),
  ];
}
