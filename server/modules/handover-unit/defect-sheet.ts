import { addDays } from '@lobby/shared/kit/dates.ts';
import { propertyItem } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import type { SheetLine, SheetParts } from '@lobby/shared/modules/handover-sheet.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { build, keysAfter } from '../../kit/records/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { tellPartners } from '../repair/index.ts';
import { handoverConfig } from './config.ts';
import { countsOf, isOverdue } from './defects.ts';

type Values = Record<string, unknown>;

/** Defects of a row of the programme that are still open. */
export const openDefectsOf = (ctx: Ctx, rowId: string, session?: Session): Promise<Stored[]> =>
  modelOf(handoverDefect)
    .find({ projectId: ctx.projectId, deletedAt: null, handoverId: rowId, closed: { $ne: true } })
    .session(session ?? null)
    .limit(2000)
    .maxTimeMS(5000)
    .lean<Stored[]>();

/** The same thing in the same room. */
const isOf = (line: SheetLine, doc: Values) =>
  line.itemId !== null && line.itemId === doc.itemId && line.roomId === (doc.roomId ?? null);

/** What an inspection makes of the defects of a unit: the changes, how many are open after it, and which of them block. */
export interface Found {
  changes: Change[];
  /** How many more are open than before. */
  open: number;
  inc: Record<string, number>;
  left: { name: string; key: string; blocking: boolean }[];
}

/** What a FAIL line makes: a defect of its own. */
async function madeOf(ctx: Ctx, doc: Stored, line: SheetLine, day: string): Promise<Stored> {
  const { repairDays } = await handoverConfig(ctx.projectId);
  const items = line.itemId ? await loadRefs(ctx.projectId, propertyItem, [line.itemId]) : null;
  const name = `${line.room} · ${line.item}`;
  const note = line.note && line.note.length >= 3 ? line.note : name;
  const values = {
    unitId: doc.unitId,
    blockId: doc.blockId,
    handoverId: doc.handoverId,
    scheduleId: doc._id,
    roomId: line.roomId,
    itemId: line.itemId,
    roomText: name.slice(0, 250),
    round: doc.round,
    phase: 'HANDOVER',
    category: items?.get(line.itemId ?? '')?.category ?? null,
    foundOn: day,
    description: note,
    blocking: line.blocking,
    dueOn: addDays(day, repairDays),
    imagesBefore: line.images.map(({ file }) => file),
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

/** Defects that a sheet finds, finds again, or finds repaired; those that are open belong to this round from now on. */
export async function foundBy(ctx: Ctx, doc: Stored, { lines }: SheetParts, day: string): Promise<Found> {
  const open = await openDefectsOf(ctx, String(doc.handoverId));
  const changes: Change[] = [];
  const left: Found['left'] = [];
  const inc: Record<string, number> = {};
  let more = 0;
  const note = (before: Values | null, after: Values) => {
    for (const [name, by] of Object.entries(countsOf(before, after))) inc[name] = (inc[name] ?? 0) + by;
    more = inc.openDefects ?? 0;
  };
  const stays = (after: Values, key: string) => {
    if (after.closed !== true)
      left.push({
        key,
        name: String(after.roomText ?? after.code),
        blocking: after.blocking === true && after.status === 'NOT_REPAIRED',
      });
  };
  for (const line of lines.filter(({ result }) => result === 'FAIL')) {
    if (open.some(one => isOf(line, one))) continue;
    const insert = await madeOf(ctx, doc, line, day);
    changes.push({ definition: handoverDefect, action: 'create', insert });
    note(null, insert);
    stays(insert, line.key);
  }
  for (const one of open) {
    const line = lines.find(line => isOf(line, one));
    const set: Values = { scheduleId: doc._id, round: doc.round };
    let action = 'round';
    if (line?.result === 'FAIL') Object.assign(set, { blocking: line.blocking });
    if (line?.result === 'FAIL' && one.status === 'REPAIRED') {
      action = 'return';
      Object.assign(set, {
        status: 'NOT_REPAIRED',
        returns: Number(one.returns ?? 0) + 1,
        reason: line.note,
        told: null,
      });
    } else if (line?.result === 'PASS') {
      // Who looks at it and finds it right has seen the repair.
      action = 'confirm';
      const repairedOn = one.repairedOn ?? day;
      Object.assign(set, { status: 'REPAIRED', repairedOn, closed: true, confirmedOn: day, confirmedBy: 'STAFF' });
    }
    const after = { ...one, ...set };
    changes.push({
      definition: handoverDefect,
      action,
      update: { doc: one, set: { ...set, overdue: isOverdue(ctx, after) } },
      also: session => tellPartners(ctx, [one.partnerId], session),
    });
    note(one, after);
    stays(after, line?.key ?? one._id);
  }
  return { changes, open: more, inc, left };
}
