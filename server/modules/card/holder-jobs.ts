import { addDays, dayOf } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs, targetOf } from '../../kit/store/refs.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/readers.ts';
import { toStaff, toUnit, type Who } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { mark } from '../resident-form/index.ts';
import { EXPIRED, TELL } from './rules.ts';

/** Days before expiry at which a card's holder is notified. */
const AHEAD_DAYS = 7;
const BATCH = 1000;
const today = (ctx: Ctx) => dayOf(ctx.now, ctx.project.timeZone);

const holderOf = ({ employeeId, unitId }: Doc<typeof card>): Who =>
  typeof employeeId === 'string' ? toStaff([employeeId]) : toUnit(unitId);

/** Locks expired cards; holder and desk are notified once of cards that expire soon. */
async function markExpired(ctx: Ctx): Promise<number> {
  const using = { status: 'USING', locked: false };
  const over = await mark(ctx, {
    definition: card,
    action: 'lock',
    type: 'CARD_LOCKED',
    query: { ...using, expiresOn: { $type: 'string', $lt: today(ctx) } },
    set: () => ({ locked: true, reason: EXPIRED, ...TELL }),
    who: async doc => [holderOf(doc)],
  });
  const soon = { $type: 'string', $gte: today(ctx), $lte: addDays(today(ctx), AHEAD_DAYS) };
  const told = await mark(ctx, {
    definition: card,
    action: 'remind',
    type: 'CARD_EXPIRING',
    query: { ...using, expiresOn: soon, expiryTold: false },
    set: () => ({ expiryTold: true }),
    who: async doc => [holderOf(doc), toStaff(await loadReaders(ctx.projectId, card.code, 'updateStatus'))],
  });
  return over + told;
}

/** Flags records whose holder no longer lives in the unit, and clears the flag for those who return. */
async function markLeft(ctx: Ctx, definition: Definition, flag: string, status: string): Promise<number> {
  const query = { status, residentId: { $type: 'string' }, unitId: { $type: 'string' } };
  let turned = 0;
  let after = '';
  for (;;) {
    const docs = await records(definition).find(
      ctx,
      { ...query, _id: { $gt: after } },
      { sort: { _id: 1 }, limit: BATCH },
    );
    if (docs.length === 0) return turned;
    after = docs.at(-1)?._id ?? '';
    const people = await loadRefs(
      ctx.projectId,
      targetOf('resident'),
      docs.map(({ residentId }) => String(residentId)),
    );
    for (const doc of docs) {
      const unitIds = people.get(String(doc.residentId))?.unitIds;
      const left = !(Array.isArray(unitIds) && unitIds.includes(doc.unitId));
      if (left === (doc[flag] === true)) continue;
      const still = { residentId: doc.residentId, unitId: doc.unitId, status };
      const update = { doc, set: { [flag]: left }, keepVersion: true, while: still };
      await save(ctx, [{ definition, action: 'mark', update }]).catch(error => {
        if (!(error instanceof VersionConflict)) throw error;
      });
      turned++;
    }
  }
}

/** Notifies the desk once of empty units with parked vehicles; nothing is ended automatically. */
async function notifyOfEmptyUnits(ctx: Ctx): Promise<number> {
  const { projectId } = ctx;
  const parking = { status: 'ACTIVE', unitId: { $type: 'string' } } as const;
  const unitIds = await records(vehicle).distinct({ projectId }, 'unitId', { ...parking });
  const empty = await records(unit)
    .withRemoved()
    .distinct({ projectId }, '_id', { _id: { $in: unitIds }, state: 'EMPTY' });
  await mark(ctx, {
    definition: vehicle,
    action: 'mark',
    query: { ...parking, unitId: { $nin: empty }, emptyTold: true },
    set: () => ({ emptyTold: false }),
  });
  const told = new Set<unknown>();
  return mark(ctx, {
    definition: vehicle,
    action: 'mark',
    type: 'VEHICLE_UNIT_EMPTY',
    query: { ...parking, unitId: { $in: empty }, emptyTold: { $ne: true } },
    set: () => ({ emptyTold: true }),
    who: async ({ unitId }) => {
      if (told.has(unitId)) return [];
      told.add(unitId);
      return [toStaff(await loadReaders(projectId, vehicle.code, 'updateStatus'))];
    },
  });
}

/** Daily changes of cards and vehicles: expiry, and holders who have moved out. */
export async function runHoldersJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    turned += await markExpired(ctx);
    turned += await markLeft(ctx, card, 'holderLeft', 'USING');
    turned += await markLeft(ctx, vehicle, 'ownerLeft', 'ACTIVE');
    turned += await notifyOfEmptyUnits(ctx);
  }
  return turned;
}
