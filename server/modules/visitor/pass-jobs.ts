import { resident } from '@lobby/shared/modules/resident.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { everywhere, found, kept } from './jobs.ts';

/** A pass that ends by itself. */
async function end(ctx: Ctx, doc: Stored, status: 'EXPIRED' | 'REVOKED', reason: string | null): Promise<void> {
  const set = { status, endedAt: ctx.now, ...(reason && { reason }) };
  const action = status === 'EXPIRED' ? 'expire' : 'revoke';
  await kept(ctx, [{ definition: visitorPass, action, update: { doc, set } }]);
}

/** Passes of homes where nobody lives any more; those of works end with the works. */
async function leftBehind(ctx: Ctx): Promise<Stored[]> {
  const given = { deletedAt: null, status: 'ACTIVE', subject: { $ne: 'WORKER' }, unitId: { $ne: null } };
  const passes = await found(ctx, visitorPass, {
    ...given,
    $or: [{ inviterId: { $ne: null } }, { guestId: { $ne: null } }],
  });
  const homes = [...new Set(passes.map(({ unitId }) => unitId))];
  const lived: unknown[] = await modelOf(resident)
    .distinct('unitIds', { projectId: ctx.projectId, deletedAt: null, unitIds: { $in: homes } })
    .maxTimeMS(5000);
  return passes.filter(({ unitId }) => !lived.includes(unitId));
}

/** Passes whose time is over, and those of whoever has moved out; safe to run twice. */
export const turnPasses = everywhere(async ctx => {
  const over = await found(ctx, visitorPass, {
    deletedAt: null,
    status: 'ACTIVE',
    subject: { $ne: 'WORKER' },
    endsAt: { $lte: ctx.now },
  });
  for (const doc of over) await end(ctx, doc, 'EXPIRED', null);
  const left = await leftBehind(ctx);
  for (const doc of left) await end(ctx, doc, 'REVOKED', 'MOVED_OUT');
  return over.length + left.length;
});
