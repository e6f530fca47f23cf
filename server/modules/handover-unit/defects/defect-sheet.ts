import { addDays } from '@lobby/shared/kit/dates.ts';
import { propertyItem } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import type { SheetLine, SheetParts } from '@lobby/shared/modules/handover-sheet.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import { build, keysAfter } from '../../../kit/records/records.ts';
import { type Doc, fieldOf, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import { notifyPartners } from '../../maintenance/repair/index.ts';
import { handoverConfig } from '../config.ts';
import { countsOf, isOverdue } from './defects.ts';

type Defect = Doc<typeof handoverDefect>;

/** Open defects of a programme row. */
export const openDefectsOf = (ctx: Ctx, rowId: string, session?: Session): Promise<Defect[]> =>
  records(handoverDefect)
    .in(session)
    .find(ctx, { handoverId: rowId, closed: { $ne: true } }, { limit: 2000 });

/** Whether line and defect concern the same item in the same room. */
const isOf = (line: SheetLine, { itemId, roomId }: Defect) =>
  line.itemId !== null && line.itemId === itemId && line.roomId === (roomId ?? null);

/** Defects created from the lines of a sheet, closed ones included. */
const madeBy = (ctx: Ctx, doc: Doc<typeof handoverSchedule>): Promise<Defect[]> =>
  records(handoverDefect).find(ctx, { scheduleId: doc._id, lineKey: { $ne: null } }, { limit: 2000 });

/** Values of a failed line's defect. */
function saidBy(line: SheetLine) {
  const name = `${line.room} · ${line.item}`;
  return {
    roomText: name.slice(0, 250),
    description: line.note && line.note.length >= 3 ? line.note : name,
    blocking: line.blocking,
    imagesBefore: line.images.map(({ file }) => file),
  };
}

/** Defect created from a failed line. */
async function loadMade(ctx: Ctx, doc: Doc<typeof handoverSchedule>, line: SheetLine, day: string): Promise<Defect> {
  const { repairDays } = await handoverConfig(ctx.projectId);
  const items = line.itemId ? await loadRefs(ctx.projectId, propertyItem, [line.itemId]) : null;
  const unitId = doc.unitId ?? '';
  const homes = await loadRefs(ctx.projectId, unit, [unitId]);
  const values = {
    unitId: doc.unitId,
    blockId: doc.blockId,
    floorId: homes.get(unitId)?.floorId ?? null,
    handoverId: doc.handoverId,
    scheduleId: doc._id,
    lineKey: line.key,
    roomId: line.roomId,
    itemId: line.itemId,
    round: doc.round,
    phase: 'HANDOVER',
    category: items?.get(line.itemId ?? '')?.category ?? null,
    foundOn: day,
    dueOn: addDays(day, repairDays),
    warrantyUntil: line.warrantyUntil,
    ...saidBy(line),
  };
  const insert = await build(
    ctx,
    handoverDefect,
    { ...values, overdue: isOverdue(ctx, { ...values, status: 'NOT_REPAIRED' }) },
    true,
  );
  const keys = await keysAfter(ctx, handoverDefect, insert);
  return { ...insert, ...(keys && { keys }) };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Collects changes of defects together with their effect on the unit's counts. */
function counting() {
  const changes: Change[] = [];
  const inc: Record<string, number> = {};
  return {
    changes,
    inc,
    add(before: Defect | null, after: Defect | null, change: Change | null) {
      if (change) changes.push(change);
      for (const [name, by] of Object.entries(countsOf(before, after))) if (by !== 0) inc[name] = (inc[name] ?? 0) + by;
    },
  };
}

/** Keeps defects in step with an unfinished sheet: creates and updates those of failed lines, and withdraws those whose line no longer fails. */
export async function syncDefectsOfLines(ctx: Ctx, doc: Doc<typeof handoverSchedule>, { lines }: SheetParts) {
  const defects = await madeBy(ctx, doc);
  const earlier = (await openDefectsOf(ctx, doc.handoverId ?? '')).filter(defect => defect.scheduleId !== doc._id);
  const { changes, inc, add } = counting();
  const lineOf = new Map(lines.map(line => [line.key, line]));
  for (const defect of defects) {
    // Defects repaired or rejected meanwhile are handled when the inspection ends.
    if (defect.closed === true || defect.status !== 'NOT_REPAIRED') continue;
    const line = lineOf.get(defect.lineKey ?? '');
    if (line?.result === 'FAIL') {
      const differing = Object.entries(saidBy(line)).filter(([name, value]) => !isSame(fieldOf(defect, name), value));
      if (differing.length === 0) continue;
      const set = Object.fromEntries(differing);
      const after = { ...defect, ...set };
      const keys = await keysAfter(ctx, handoverDefect, after);
      const update = { doc: defect, set: { ...set, ...(keys && { keys }) } };
      add(defect, after, { definition: handoverDefect, action: 'update', update });
    } else {
      const update = { doc: defect, set: { deletedAt: ctx.now } };
      add(defect, null, { definition: handoverDefect, action: 'remove', update });
    }
  }
  const made = new Set(defects.map(({ lineKey }) => lineKey));
  const day = todayOf(ctx);
  for (const line of lines) {
    if (line.result !== 'FAIL' || made.has(line.key) || earlier.some(defect => isOf(line, defect))) continue;
    const insert = await loadMade(ctx, doc, line, day);
    add(null, insert, { definition: handoverDefect, action: 'create', insert });
  }
  return { changes, inc };
}

/** Result of an inspection: defect changes, changes of the unit's counts, and defects left open. */
export interface Found {
  changes: Change[];
  inc: Record<string, number>;
  left: { name: string; key: string; blocking: boolean }[];
}

/** Reduces the counts of earlier rounds whose open defects move to this round. */
async function leftBy(ctx: Ctx, doc: Doc<typeof handoverSchedule>, moved: readonly Defect[]): Promise<Change[]> {
  const counts = Map.groupBy(
    moved.filter(({ scheduleId }) => scheduleId !== doc._id),
    ({ scheduleId }) => scheduleId,
  );
  const ids = [...counts.keys()].filter(id => id !== null);
  const rounds = await records(handoverSchedule).find(ctx, { _id: { $in: ids } }, { patience: 2000 });
  return rounds.map(round => ({
    definition: handoverSchedule,
    action: 'count',
    update: { doc: round, set: {}, inc: { openDefects: -(counts.get(round._id)?.length ?? 0) }, keepVersion: true },
  }));
}

/** Defects that a finished sheet creates, reopens or confirms; open ones are moved to this round. */
export async function foundBy(
  ctx: Ctx,
  doc: Doc<typeof handoverSchedule>,
  { lines }: SheetParts,
  day: string,
): Promise<Found> {
  const { repairDays } = await handoverConfig(ctx.projectId);
  const open = await openDefectsOf(ctx, doc.handoverId ?? '');
  const made = new Set((await madeBy(ctx, doc)).map(({ lineKey }) => lineKey));
  const { changes, inc, add } = counting();
  const left: Found['left'] = [];
  const stays = (after: Defect, key: string) => {
    if (!after.closed)
      left.push({
        key,
        name: after.roomText ?? after.code ?? '',
        blocking: after.blocking && after.status === 'NOT_REPAIRED',
      });
  };
  const isOwn = (defect: Defect) => defect.scheduleId === doc._id && typeof defect.lineKey === 'string';
  const lineFor = (defect: Defect) =>
    lines.find(line => (isOwn(defect) ? line.key === defect.lineKey : isOf(line, defect)));
  for (const line of lines.filter(({ result }) => result === 'FAIL')) {
    if (made.has(line.key) || open.some(defect => !isOwn(defect) && isOf(line, defect))) continue;
    const insert = await loadMade(ctx, doc, line, day);
    add(null, insert, { definition: handoverDefect, action: 'create', insert });
    stays(insert, line.key);
  }
  for (const defect of open) {
    const line = lineFor(defect);
    let set: Partial<Defect> = {
      scheduleId: doc._id,
      round: doc.round,
      warrantyUntil: line?.warrantyUntil ?? null,
    };
    let action = 'round';
    if (line?.result === 'FAIL') set.blocking = line.blocking;
    // Defects created with their line date from the day the sheet ends.
    if (isOwn(defect) && defect.dueMoves === 0) set = { ...set, foundOn: day, dueOn: addDays(day, repairDays) };
    if (line?.result === 'FAIL' && defect.status === 'REPAIRED') {
      action = 'return';
      set = {
        ...set,
        status: 'NOT_REPAIRED',
        returns: defect.returns + 1,
        reason: line.note,
        told: null,
      };
    } else if (line?.result === 'PASS') {
      // A passed line confirms the repair.
      action = 'confirm';
      const repairedOn = defect.repairedOn ?? day;
      set = { ...set, status: 'REPAIRED', repairedOn, closed: true, confirmedOn: day, confirmedBy: 'STAFF' };
    }
    const after = { ...defect, ...set };
    add(defect, after, {
      definition: handoverDefect,
      action,
      update: { doc: defect, set: { ...set, overdue: isOverdue(ctx, after) } },
      also: session => notifyPartners(ctx, [defect.partnerId], session),
    });
    stays(after, line?.key ?? defect._id);
  }
  changes.push(...(await leftBy(ctx, doc, open)));
  return { changes, inc, left };
}
