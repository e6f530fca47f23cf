import type { bill } from '@lobby/shared/modules/bill.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { newId } from '../../kit/database/database.ts';
import type { Action, EffectOf } from '../../kit/records/typed-behaviour.ts';
import { refuseLocked, todayOf } from '../lock-date/index.ts';
import { interestBy, interestLines, waiversOf, withInterest } from './interest.ts';
import type { BillDoc } from './types.ts';

/** Asks for none of the interest so far, or for so much less; what comes from tomorrow on is counted again. */
export const waiveInterest: Action<typeof bill, 'waive-interest'> = async (ctx, doc, { amount, reason }) => {
  const today = todayOf(ctx);
  await refuseLocked(ctx, 'receivable', today, { document: doc.code });
  // From the books: the job that marks late bills may not have looked yet.
  const counted = (await interestBy(ctx, [doc], today)).get(doc._id);
  const lines = counted?.lines ?? interestLines(doc);
  const waivers = waiversOf(doc);
  const max = withInterest(lines, waivers).interest;
  if (max === 0 && !doc.late) fail('BILL_NOT_OVERDUE');
  if (max === 0) return { set: withInterest(lines, waivers) };
  const own = amount ?? max;
  if (own > max)
    failFields({ amount: { code: 'INTEREST_WAIVE_INVALID', params: { max } } }, 'INTEREST_WAIVE_INVALID', { max });
  const waiver = { id: newId(), amount: own, day: today, reason, chargedBy: null, reversed: false };
  return { set: { ...withInterest(lines, [...waivers, waiver]), waivers: [...waivers, waiver] } };
};

/** Asks again for what was let off, as long as nothing has charged the rest of it. */
export async function cancelWaiver(ctx: Ctx, doc: BillDoc, postingId: string): Promise<EffectOf<typeof bill>> {
  await refuseLocked(ctx, 'receivable', todayOf(ctx), { document: doc.code });
  const waivers = waiversOf(doc);
  const own = waivers.find(({ id }) => id === postingId) ?? fail('NOT_FOUND');
  if (own.reversed || own.chargedBy) fail('STATUS_NOT_ALLOWED');
  const after = waivers.map(one => (one === own ? { ...one, reversed: true } : one));
  return { set: { ...withInterest(interestLines(doc), after), waivers: after } };
}
