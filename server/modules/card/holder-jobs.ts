import { addDays } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { attemptEach, attemptSteps } from '../../kit/jobs/attempt-each.ts';
import { type AnyDoc, type Doc, records } from '../../kit/store/records.ts';
import { loadRefs, targetOf } from '../../kit/store/refs/refs.ts';
import { save } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { toStaff, toUnit, type Who } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { markDue } from '../resident-form/index.ts';
import { EXPIRED, TELL } from './rules.ts';

/** Days before expiry at which a card's holder is notified. */
const AHEAD_DAYS = 7;
const BATCH = 1000;

const holderOf = ({ employeeId, unitId }: Doc<typeof card>): Who =>
  employeeId ? toStaff([employeeId]) : toUnit(unitId);

const USED = { status: 'USING', locked: false };

const lockExpired = (ctx: Ctx): Promise<number> =>
  markDue(ctx, {
    definition: card,
    action: 'lock',
    type: 'CARD_LOCKED',
    query: { ...USED, expiresOn: { $type: 'string', $lt: todayOf(ctx) } },
    set: () => ({ locked: true, reason: EXPIRED, ...TELL }),
    who: async doc => [holderOf(doc)],
  });

/** Notifies holder and desk once of cards that expire soon. */
const notifyOfExpiry = (ctx: Ctx): Promise<number> =>
  markDue(ctx, {
    definition: card,
    action: 'remind',
    type: 'CARD_EXPIRING',
    query: {
      ...USED,
      expiresOn: { $type: 'string', $gte: todayOf(ctx), $lte: addDays(todayOf(ctx), AHEAD_DAYS) },
      expiryTold: false,
    },
    set: () => ({ expiryTold: true }),
    who: async doc => [holderOf(doc), toStaff(await loadReaders(ctx.projectId, card.code, 'updateStatus'))],
  });

/** Flags records whose holder no longer lives in the unit, and clears the flag for those who return. */
async function markLeft(ctx: Ctx, definition: Definition, flag: string, status: string): Promise<number> {
  const query = { status, residentId: { $type: 'string' }, unitId: { $type: 'string' } };
  return attemptEach(pagesOf(ctx, definition, query), async docs => {
    const people = await loadRefs(
      ctx.projectId,
      targetOf('resident'),
      docs.map(({ residentId }) => String(residentId)),
    );
    return attemptEach(docs, async doc => {
      const unitIds = people.get(String(doc.residentId))?.unitIds;
      const left = !(Array.isArray(unitIds) && unitIds.includes(doc.unitId));
      if (left === (doc[flag] === true)) return null;
      const still = { residentId: doc.residentId, unitId: doc.unitId, status };
      const update = { doc, set: { [flag]: left }, keepVersion: true, while: still };
      return save(ctx, [{ definition, action: 'mark', update }]);
    });
  });
}

async function* pagesOf(ctx: Ctx, definition: Definition, query: object): AsyncGenerator<AnyDoc[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const docs: AnyDoc[] = await records(definition).find(
      ctx,
      { ...query, _id: { $gt: after } },
      { sort: { _id: 1 }, limit: BATCH },
    );
    yield docs;
    after = docs.at(-1)?._id;
  }
}

const PARKED = { status: 'ACTIVE', unitId: { $type: 'string' } } as const;

/** Ids of empty units with parked vehicles. */
async function loadEmpty({ projectId }: Ctx): Promise<string[]> {
  const unitIds = await records(vehicle).distinct({ projectId }, 'unitId', { ...PARKED });
  return records(unit)
    .withRemoved()
    .distinct({ projectId }, '_id', { _id: { $in: unitIds }, state: 'EMPTY' });
}

const unmarkInhabited = async (ctx: Ctx): Promise<void> =>
  void (await markDue(ctx, {
    definition: vehicle,
    action: 'mark',
    query: { ...PARKED, unitId: { $nin: await loadEmpty(ctx) }, emptyTold: true },
    set: () => ({ emptyTold: false }),
  }));

/** Notifies the desk once of empty units with parked vehicles; nothing is ended automatically. */
async function notifyOfEmptyUnits(ctx: Ctx): Promise<number> {
  const { projectId } = ctx;
  const empty = await loadEmpty(ctx);
  const units = new Set<unknown>();
  return markDue(ctx, {
    definition: vehicle,
    action: 'mark',
    type: 'VEHICLE_UNIT_EMPTY',
    query: { ...PARKED, unitId: { $in: empty }, emptyTold: { $ne: true } },
    set: () => ({ emptyTold: true }),
    who: async ({ unitId }) => {
      if (units.has(unitId)) return [];
      units.add(unitId);
      return [toStaff(await loadReaders(projectId, vehicle.code, 'updateStatus'))];
    },
  });
}

/** Daily changes of cards and vehicles: expiry, and holders who have moved out. */
export const holdersJob = defineJob({
  name: 'holders of cards and vehicles',
  every: '20 * * * *',
  async perProject(ctx) {
    const steps = [
      () => lockExpired(ctx),
      () => notifyOfExpiry(ctx),
      () => markLeft(ctx, card, 'holderLeft', 'USING'),
      () => markLeft(ctx, vehicle, 'ownerLeft', 'ACTIVE'),
      () => unmarkInhabited(ctx),
      () => notifyOfEmptyUnits(ctx),
    ];
    return attemptSteps(steps);
  },
});
