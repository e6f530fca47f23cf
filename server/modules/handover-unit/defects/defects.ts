import { addDays } from '@lobby/shared/kit/dates.ts';
import { propertyItem } from '@lobby/shared/modules/handover-data.ts';
import type { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { BehaviourOf, DoneOf, RequestOf, Values } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import { handoverConfig } from '../config.ts';
import { failHandover } from '../sheet/refuse.ts';
import { sheets } from '../sheet/sheet.ts';

type Defect = Doc<typeof handoverDefect>;
type Told = Values<typeof handoverDefect>;
/** A defect, stored or about to be. */
type Standing = Pick<Told, 'closed' | 'status' | 'blocking' | 'dueOn'> & { deletedAt?: Date | null };

/** Whether a defect is not closed or removed. */
export const isOpen = ({ closed, deletedAt }: Standing): boolean => !closed && !deletedAt;
const isBlocking = (doc: Defect): boolean => isOpen(doc) && doc.blocking && doc.status === 'NOT_REPAIRED';
const isRepaired = (doc: Defect): boolean => isOpen(doc) && doc.status === 'REPAIRED';

/** Whether a repair is overdue. */
export const isOverdue = (ctx: Ctx, doc: Standing): boolean =>
  isOpen(doc) && doc.status === 'NOT_REPAIRED' && typeof doc.dueOn === 'string' && doc.dueOn < todayOf(ctx);

/** Row of a unit in the programme. */
export const rowOfUnit = (ctx: Ctx, unitId: string): Promise<Doc<typeof handoverUnit> | null> =>
  records(handoverUnit).first(ctx, { unitId });

const count = (isCounted: boolean) => (isCounted ? 1 : 0);

/** Effect of a changed, created or removed (null) defect on the unit's counts. */
export function countsOf(before: Defect | null, after: Defect | null): Record<string, number> {
  const by = (is: (doc: Defect) => boolean) =>
    count(after !== null && is(after)) - count(before !== null && is(before));
  return { openDefects: by(isOpen), blockingDefects: by(isBlocking), repairedDefects: by(isRepaired) };
}

/** Updates the counts of unit and round after a change of a defect; the last closed one completes the round. */
export async function countChanges(ctx: Ctx, before: Defect | null, after: Defect | null): Promise<Change[]> {
  const doc = after ?? before;
  const inc = Object.fromEntries(Object.entries(countsOf(before, after)).filter(([, by]) => by !== 0));
  if (!doc || Object.keys(inc).length === 0) return [];
  const open = inc.openDefects ?? 0;
  const row = await records(handoverUnit).get(ctx, doc.handoverId);
  const round = open === 0 ? null : await records(handoverSchedule).get(ctx, doc.scheduleId);
  const changes: Change[] = [];
  const ofRow: Partial<Doc<typeof handoverUnit>> = {};
  if (round) {
    const set: Partial<Doc<typeof handoverSchedule>> = {};
    changes.push({
      definition: handoverSchedule,
      action: 'count',
      update: { doc: round, set, inc: { openDefects: open }, keepVersion: true },
      async first(session) {
        const now = await records(handoverSchedule).withRemoved().in(session).get(ctx, round._id);
        // Decided within the transaction, where concurrent closings are serialised.
        const ends = now?.status === 'PENDING_REPAIR' && now.openDefects + open <= 0;
        if (ends) set.status = 'COMPLETE';
        else delete set.status;
        if (ends && row?.scheduleStatus === 'PENDING_REPAIR') ofRow.scheduleStatus = 'COMPLETE';
        else delete ofRow.scheduleStatus;
      },
    });
  }
  if (row)
    changes.push({
      definition: handoverUnit,
      action: 'count',
      update: { doc: row, set: ofRow, inc, keepVersion: true },
    });
  return changes;
}

/** End of warranty of an item by the signed sheet; null if unknown. */
async function loadWarranty(
  ctx: Ctx,
  row: Doc<typeof handoverUnit> | null,
  { roomId, itemId }: Told,
): Promise<string | null> {
  if (!row) return null;
  if (!itemId) return row.warrantyUntil;
  const rounds = await records(handoverSchedule).find(
    ctx,
    { handoverId: row._id, finishedAt: { $ne: null } },
    { only: ['_id'], sort: { round: -1 }, limit: 20, patience: 2000 },
  );
  for (const { _id } of rounds) {
    const sheet = await sheets().findOne({ scheduleId: _id, projectId: ctx.projectId });
    const lines = (sheet?.lines ?? []).filter(line => line.itemId === itemId && (!roomId || line.roomId === roomId));
    const until = lines
      .flatMap(line => line.warrantyUntil ?? [])
      .toSorted()
      .at(-1);
    if (until) return until;
  }
  return null;
}

/** Initial values of a defect: location, phase, warranty and due date. */
export async function begunDefect(ctx: Ctx, values: Told): Promise<Told> {
  const { itemId, unitId = '' } = values;
  const home = unitId && (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId);
  if (!home) return failHandover('UNIT_MISSING', 'unitId');
  const today = todayOf(ctx);
  const row = await rowOfUnit(ctx, home._id);
  const over = row?.status === 'HANDED_OVER' || home.handoverStatus === 'HANDED_OVER';
  const item = itemId ? (await loadRefs(ctx.projectId, propertyItem, [itemId])).get(itemId) : null;
  const { repairDays } = await handoverConfig(ctx.projectId);
  const foundOn = values.foundOn ?? today;
  const whole: Told = {
    ...values,
    blockId: home.blockId,
    floorId: home.floorId,
    handoverId: row?._id ?? null,
    foundOn,
    phase: over ? 'WARRANTY' : 'HANDOVER',
    category: item?.category ?? null,
    dueOn: values.dueOn ?? addDays(foundOn, repairDays),
    warrantyUntil: over ? await loadWarranty(ctx, row, values) : null,
  };
  return { ...whole, overdue: isOverdue(ctx, { ...whole, status: 'NOT_REPAIRED' }) };
}

/** Round of a manually created defect: the latest one that has begun. */
async function loadRound(ctx: Ctx, row: string | null | undefined): Promise<Doc<typeof handoverSchedule> | null> {
  if (!row) return null;
  const [newest] = await records(handoverSchedule).find(
    ctx,
    { handoverId: row, actualAt: { $ne: null } },
    { sort: { round: -1 }, limit: 1, patience: 2000 },
  );
  return newest ?? null;
}

/** Refuses defects out of warranty, unless staff give a reason. */
export async function assertInWarranty(
  ctx: Ctx,
  { phase, warrantyUntil, itemId, reason, foundOn }: Told,
): Promise<void> {
  if (phase !== 'WARRANTY' || (ctx.kind === 'staff' && reason)) return;
  const item = itemId ? (await loadRefs(ctx.projectId, propertyItem, [itemId])).get(itemId) : null;
  // Items with no warranty at all have no end date.
  const out = warrantyUntil ? warrantyUntil < (foundOn ?? todayOf(ctx)) : item?.warrantyMonths === 0;
  if (out)
    fail('DEFECT_OUT_OF_WARRANTY', { until: warrantyUntil, fields: { itemId: { code: 'DEFECT_OUT_OF_WARRANTY' } } });
}

async function complete(ctx: Ctx, { kind, values, doc }: RequestOf<typeof handoverDefect>): Promise<Told> {
  if (kind === 'remove') {
    const today = todayOf(ctx);
    const fresh = doc.version === 1 && !doc.lineKey && todayOf({ ...ctx, now: doc.createdAt }) === today;
    if (!fresh) fail('DEFECT_CLOSED', isOpen(doc) ? { why: 'handover-defect.state.used' } : {});
    return values;
  }
  if (kind === 'restore') return values;
  if (doc) {
    if (!isOpen(doc)) fail('DEFECT_CLOSED');
    const elsewhere = values.unitId !== undefined && values.unitId !== doc.unitId;
    const whole = { ...doc, ...values };
    // Moved to another unit, it is treated as new there.
    const begun = elsewhere ? { ...(await begunDefect(ctx, whole)), scheduleId: null, round: null } : {};
    const { itemId } = values;
    const item = itemId ? (await loadRefs(ctx.projectId, propertyItem, [itemId])).get(itemId) : null;
    return {
      ...(elsewhere ? pickPlace(begun) : {}),
      ...values,
      ...('itemId' in values && { category: item?.category ?? null }),
      overdue: isOverdue(ctx, whole),
    };
  }
  const begun = await begunDefect(ctx, values);
  if (!begun.itemId && !begun.roomText) failFields({ itemId: { code: 'REQUIRED' } });
  await assertInWarranty(ctx, begun);
  const round = begun.phase === 'HANDOVER' ? await loadRound(ctx, begun.handoverId) : null;
  return { ...begun, scheduleId: round?._id ?? null, round: round?.round ?? null };
}

/** Values that depend on the unit. */
const pickPlace = ({ blockId, floorId, handoverId, phase, warrantyUntil, scheduleId, round }: Told): Told => ({
  blockId,
  floorId,
  handoverId,
  phase,
  warrantyUntil,
  scheduleId,
  round,
});

/** Keeps the counts in step with every change of a defect. */
async function changes(ctx: Ctx, { doc, before }: DoneOf<typeof handoverDefect>): Promise<Change[]> {
  if (!doc || !before || doc.unitId === before.unitId) return countChanges(ctx, before, doc);
  return [...(await countChanges(ctx, before, null)), ...(await countChanges(ctx, null, doc))];
}

export const defectRules = { check: complete, changes } satisfies BehaviourOf<typeof handoverDefect>;
