import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { save } from '../../../kit/store/save.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { BATCH } from '../jobs.ts';
import { passStateChanges } from './passes.ts';

type Pass = Doc<typeof visitorPass>;
const SOON_MS = 7 * DAY_MS;

const end = async (ctx: Ctx, pass: Pass, action: 'expire' | 'revoke', set: Partial<Pass>) =>
  save(ctx, [
    { definition: visitorPass, action, update: { doc: pass, set: { ...set, endedAt: ctx.now } } },
    ...(await passStateChanges(ctx, pass, 'ENDED')),
  ]);

/** Passes of homes without residents; those of workers end with their works. */
async function findLeftBehind(ctx: Ctx): Promise<Pass[]> {
  const passes = await records(visitorPass).find(
    ctx,
    {
      status: 'ACTIVE',
      subject: { $ne: 'WORKER' },
      unitId: { $ne: null },
      $or: [{ inviterId: { $ne: null } }, { guestId: { $ne: null } }],
    },
    { limit: BATCH },
  );
  const homes = [...new Set(passes.flatMap(({ unitId }) => unitId ?? []))];
  const lived = await records(resident).aggregate<{ _id: string }>(ctx, { unitIds: { $in: homes } }, [
    { $unwind: '$unitIds' },
    { $group: { _id: '$unitIds' } },
  ]);
  const homesLivedIn = new Set(lived.map(({ _id }) => _id));
  return passes.filter(({ unitId }) => !unitId || !homesLivedIn.has(unitId));
}

/** Marks familiar guests whose pass ends within a week. */
async function markEnding(ctx: Ctx): Promise<number> {
  const soon = new Date(ctx.now.getTime() + SOON_MS);
  const passes = await records(visitorPass).find(
    ctx,
    { status: 'ACTIVE', guestId: { $ne: null }, endsAt: { $lte: soon } },
    { only: ['guestId'], limit: BATCH },
  );
  const ids = passes.flatMap(({ guestId }) => guestId ?? []);
  const guests = await records(guest).find(ctx, { _id: { $in: ids }, passState: 'ACTIVE', passEnding: false });
  return attemptEach(guests, doc =>
    save(ctx, [{ definition: guest, action: 'pass', update: { doc, set: { passEnding: true }, keepVersion: true } }]),
  );
}

async function expirePasses(ctx: Ctx): Promise<number> {
  const over = await records(visitorPass).find(
    ctx,
    { status: 'ACTIVE', subject: { $ne: 'WORKER' }, endsAt: { $lte: ctx.now } },
    { limit: BATCH },
  );
  return attemptEach(over, pass => end(ctx, pass, 'expire', { status: 'EXPIRED' }));
}

const revokeLeft = async (ctx: Ctx): Promise<number> =>
  attemptEach(await findLeftBehind(ctx), pass => end(ctx, pass, 'revoke', { status: 'REVOKED', reason: 'MOVED_OUT' }));

/** Ends expired passes, and those of households that have moved out. */
export const passJob = defineJob({
  name: 'passes that are over',
  every: '*/10 * * * *',
  perProject: ctx => attemptEach([expirePasses, revokeLeft, markEnding], step => step(ctx)),
});
