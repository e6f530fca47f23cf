import type { Definition } from '@lobby/shared/kit/definition.ts';
import { emailSuppression } from '@lobby/shared/modules/email-suppression.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import type { Stored } from '../../kit/store/schema.ts';

export { isSuppressed, suppressions } from './keep.ts';

/** By hand, from now on. */
async function complete(ctx: Ctx, { kind, values }: Request): Promise<Record<string, unknown>> {
  if (kind !== 'create') return values;
  return { ...values, firstAt: ctx.now, lastAt: ctx.now };
}

/** Lifted only by who knows that its reader had complained. */
function lift(ctx: Ctx, doc: Stored, { reason, confirmed }: Record<string, unknown>): Effect {
  if (!reason) failFields({ reason: { code: 'REQUIRED' } });
  if (doc.cause === 'COMPLAINT' && confirmed !== true) fail('SUPPRESSION_COMPLAINT');
  return { set: { liftReason: reason, liftedAt: ctx.now } };
}

/** The addresses that get no mails of a project. */
export const suppressionRoutes = (all: readonly Definition[]): Route[] =>
  serve(emailSuppression, { check: complete, acts: { lift } }, all);
