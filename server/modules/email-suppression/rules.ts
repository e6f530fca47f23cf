import type { emailSuppression } from '@lobby/shared/modules/email-suppression.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { EffectOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { residentsWith } from './marks.ts';

/** Sets dates and residents of a manually added address. */
export async function complete(
  ctx: Ctx,
  { kind, values }: RequestOf<typeof emailSuppression>,
): Promise<Values<typeof emailSuppression>> {
  if (kind !== 'create') return values;
  const residentIds = values.email ? await residentsWith(ctx, values.email) : [];
  return { ...values, residentIds, firstAt: ctx.now, lastAt: ctx.now };
}

/** Lifts a suppression; after a complaint it needs an explicit confirmation. */
export function lift(
  ctx: Ctx,
  doc: Doc<typeof emailSuppression>,
  { reason, confirmed }: { reason?: string | null; confirmed?: boolean },
): EffectOf<typeof emailSuppression> {
  if (!reason) return failFields({ reason: { code: 'REQUIRED' } });
  if (doc.cause === 'COMPLAINT' && confirmed !== true) fail('SUPPRESSION_COMPLAINT');
  return { set: { liftReason: reason, liftedAt: ctx.now } };
}
