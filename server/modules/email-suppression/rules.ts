import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import type { Stored } from '../../kit/store/schema.ts';

/** By hand, from now on. */
export async function complete(ctx: Ctx, { kind, values }: Request): Promise<Record<string, unknown>> {
  if (kind !== 'create') return values;
  return { ...values, firstAt: ctx.now, lastAt: ctx.now };
}

/** Lifted only by who knows that its reader had complained. */
export function lift(ctx: Ctx, doc: Stored, { reason, confirmed }: Record<string, unknown>): Effect {
  if (!reason) failFields({ reason: { code: 'REQUIRED' } });
  if (doc.cause === 'COMPLAINT' && confirmed !== true) fail('SUPPRESSION_COMPLAINT');
  return { set: { liftReason: reason, liftedAt: ctx.now } };
}
