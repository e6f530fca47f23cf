import { dayOf } from '@lobby/shared/kit/dates.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { standingBans } from '@lobby/shared/modules/utility-ban.contract.ts';
import { utilityBan } from '@lobby/shared/modules/utility-ban.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { type Action, type BehaviourOf, perform } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { needRef } from '../../../kit/store/refs/refs.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { serves } from '../../../platform/server-module.ts';
import { withNotice } from '../../resident-form/index.ts';
import { householdSince, loadStanding, notifyOfBan } from './bans.ts';

const BATCH = 500;

/** Refuses a second ban of the same scope for overlapping days. */
async function assertOnlyBan(ctx: Ctx, doc: Doc<typeof utilityBan>, session: Session): Promise<void> {
  const { unitId, scope, utilityId, groupId, from, until } = doc;
  const of = scope === 'AMENITY' ? { utilityId } : scope === 'GROUP' ? { groupId } : {};
  await serializeBy(`ban ${unitId}`, session);
  const found = await records(utilityBan)
    .in(session)
    .first(
      ctx,
      { unitId, status: 'ACTIVE', _id: { $ne: doc._id }, scope, ...of, from: { $lte: until }, until: { $gte: from } },
      { patience: 2000 },
    );
  if (found) fail('BAN_EXISTS', { id: found._id, until: found.until });
}

const behaviour = {
  async check(ctx, { kind, values }) {
    if (kind !== 'create') return values;
    if (values.cause === 'NO_SHOW') failFields({ cause: { code: 'INVALID' } });
    if (values.until && values.until < todayOf(ctx)) failFields({ until: { code: 'DATE_IN_PAST' } });
    return values;
  },
  async inTransaction(ctx, session, { kind, doc }) {
    if (kind !== 'create') return;
    await assertOnlyBan(ctx, doc, session);
    await notifyOfBan(ctx, 'UNIT_BANNED', doc, session);
  },
} satisfies BehaviourOf<typeof utilityBan>;

const ended = (ctx: Ctx, doc: Doc<typeof utilityBan>, set: Partial<Doc<typeof utilityBan>> = {}) =>
  withNotice({ set }, session => notifyOfBan(ctx, 'UNIT_BAN_ENDED', doc, session));

const lift: Action<typeof utilityBan, 'lift'> = (ctx, doc, { reason }) => {
  if (!reason) failFields({ reason: { code: 'REQUIRED' } });
  return ended(ctx, doc, { liftReason: reason });
};
const end = (ctx: Ctx, doc: Doc<typeof utilityBan>) => ended(ctx, doc);
/** Lifts the ban of a household that has moved out; nobody is notified. */
const leave: Action<typeof utilityBan, 'lift'> = (_ctx, _doc, { reason }) => ({ set: { liftReason: reason } });

const standing = route(standingBans, {
  flags: ['read'],
  residents: true,
  async run(ctx, { query }) {
    const unitId = ctx.kind === 'resident' ? ctx.unitId : query.unitId;
    if (!unitId) return failFields({ unitId: { code: 'REQUIRED' } });
    if (ctx.kind !== 'resident') await needRef(ctx, unit, unitId, 'unitId');
    return loadStanding(ctx, unitId);
  },
});

export const banRoutes: readonly Route[] = [standing];
export const servedBans = serves(utilityBan, { ...behaviour, actions: { lift } });

/** Ends expired bans, and lifts those of households that have moved out. Idempotent, and safe on several servers. */
export const bansJob = defineJob({
  name: 'who may not book amenities',
  every: '5 * * * *',
  async perProject(ctx) {
    const found = await records(utilityBan).find(ctx, { status: 'ACTIVE' }, { limit: BATCH, patience: 10_000 });
    const today = todayOf(ctx);
    return attemptEach(found, async ban => {
      const since = await householdSince(ctx, ban.unitId);
      const moved = since === null || since > dayOf(ban.createdAt, ctx.project.timeZone);
      const over = ban.until < today;
      if (!over && !moved) return null;
      const of = { definition: utilityBan, id: ban._id };
      if (over) return perform(ctx, { ...of, name: 'end', input: {} }, end);
      return perform(ctx, { ...of, name: 'lift', input: { reason: text('vi', 'utility-ban.moved-out') } }, leave);
    });
  },
});
