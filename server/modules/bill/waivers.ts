import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { newId } from '../../kit/database/database.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { refuseLocked, todayOf } from '../lock-date/index.ts';
import { interestLines, waiversOf, withInterest } from './interest.ts';

/** Asks for none of the interest so far, or for so much less; what comes from tomorrow on is counted again. */
export async function waiveInterest(
  ctx: Ctx,
  doc: Stored,
  { amount, reason }: Record<string, unknown>,
): Promise<Effect> {
  const today = todayOf(ctx);
  await refuseLocked(ctx, 'receivable', today, { document: String(doc.code) });
  const lines = interestLines(doc);
  const waivers = waiversOf(doc);
  const max = Number(withInterest(lines, waivers).interest);
  if (max === 0) return { set: withInterest(lines, waivers) };
  const own = typeof amount === 'number' ? amount : max;
  if (own > max)
    failFields({ amount: { code: 'INTEREST_WAIVE_INVALID', params: { max } } }, 'INTEREST_WAIVE_INVALID', { max });
  const waiver = { id: newId(), amount: own, day: today, reason: String(reason), chargedBy: null, reversed: false };
  return { set: { ...withInterest(lines, [...waivers, waiver]), waivers: [...waivers, waiver] } };
}

/** Asks again for what was let off, as long as nothing has charged the rest of it. */
export async function cancelWaiver(ctx: Ctx, doc: Stored, { postingId }: Record<string, unknown>): Promise<Effect> {
  await refuseLocked(ctx, 'receivable', todayOf(ctx), { document: String(doc.code) });
  const waivers = waiversOf(doc);
  const own = waivers.find(({ id }) => id === postingId) ?? fail('NOT_FOUND');
  if (own.reversed || own.chargedBy) fail('STATUS_NOT_ALLOWED');
  const after = waivers.map(one => (one === own ? { ...one, reversed: true } : one));
  return { set: { ...withInterest(interestLines(doc), after), waivers: after } };
}
