import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import type { SheetDraft, SheetLine, SheetParts } from '@lobby/shared/modules/handover-sheet.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { type Collection, db, newId, type Session } from '../../../kit/database/database.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { VersionConflict } from '../../../kit/store/save.ts';
import { handoverConfig } from '../config.ts';
import { templateFor } from '../data.ts';
import { activeTemplates } from '../units/units.ts';
import { failHandover } from './refuse.ts';

/** Sheet at its completion or correction, from which minutes are drawn. */
export interface Edition {
  at: Date;
  by: string | null;
  reason: string | null;
  result: string;
  day: string;
  parts: SheetParts;
}
/** Sheet of an appointment, one each. */
export interface StoredSheet extends SheetDraft {
  _id: string;
  scheduleId: string;
  projectId: string;
  /** Incremented with every change. */
  revision: number;
  editions: Edition[];
}

export const sheetCollection: Collection = {
  name: 'handover-sheets',
  indexes: [{ key: { scheduleId: 1 }, options: { unique: true } }],
};
export const sheets = () => db().collection<StoredSheet>(sheetCollection.name);

const FRESH = { by: null, at: null, part: null } as const;
const BLANK = {
  result: null,
  blocking: false,
  serial: null,
  note: null,
  warrantyUntil: null,
  other: null,
  ...FRESH,
} as const;

/** Lines of a template with the current names of rooms and items. */
export async function loadLines(ctx: Ctx, template: Doc<typeof handoverTemplate>): Promise<SheetLine[]> {
  const { lines } = template;
  const [rooms, items] = await Promise.all([
    loadRefs(
      ctx.projectId,
      propertyRoom,
      lines.map(({ roomId }) => roomId),
    ),
    loadRefs(
      ctx.projectId,
      propertyItem,
      lines.map(({ itemId }) => itemId),
    ),
  ]);
  const order = (id: string) => rooms.get(id)?.order ?? 0;
  return lines
    .toSorted((a, b) => order(a.roomId) - order(b.roomId))
    .map(({ roomId, itemId, quantity, required }, n) => {
      const item = items.get(itemId);
      return {
        key: `l${n + 1}`,
        extra: false,
        roomId,
        itemId,
        room: rooms.get(roomId)?.name ?? '',
        item: item?.name ?? '',
        unitName: item?.unitName || null,
        checks: (item?.checks ?? []).map(({ check }) => check),
        quantity,
        required,
        quantityFound: quantity,
        images: [],
        ...BLANK,
        warrantyMonths: item?.warrantyMonths ?? null,
      };
    });
}

/** Lines of an earlier sheet, reset for another inspection. */
const again = (lines: readonly SheetLine[]): SheetLine[] =>
  lines.filter(({ extra }) => !extra).map(line => ({ ...line, ...BLANK, images: [], quantityFound: line.quantity }));

/** A line as an offline tablet knows it. */
export interface KnownLine {
  key: string;
  roomId: string;
  itemId: string;
}

/** Assigns the tablet's keys to the lines; lines unknown to it follow with new keys. */
function keyedAs(lines: readonly SheetLine[], keyed: readonly KnownLine[]): SheetLine[] {
  // A key names one line: duplicates sent by the tablet are ignored.
  const once = [...new Map(keyed.toReversed().map(line => [line.key, line])).values()];
  const keys = new Map(once.map(({ key, roomId, itemId }) => [`${roomId} ${itemId}`, key]));
  const taken = new Set(keys.values());
  let n = keyed.length;
  const free = () => {
    do n++;
    while (taken.has(`l${n}`));
    return `l${n}`;
  };
  return lines.map(line => ({ ...line, key: keys.get(`${line.roomId} ${line.itemId}`) ?? free() }));
}

/** Initial sheet of an appointment: the lines of the unit's earlier sheet, else of its template. */
export async function freshSheet(
  ctx: Ctx,
  doc: Doc<typeof handoverSchedule>,
  row: Doc<typeof handoverUnit>,
  lastLines: readonly KnownLine[] = [],
): Promise<StoredSheet> {
  const earlier = await sheetBefore(ctx, doc);
  const unitId = doc.unitId ?? '';
  const home = (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId);
  const chosen = row.templateId
    ? (await loadRefs(ctx.projectId, handoverTemplate, [row.templateId])).get(row.templateId)
    : undefined;
  const template = chosen ?? (home ? templateFor(await activeTemplates(ctx), home) : null);
  const lines = earlier ? again(earlier.lines) : template ? await loadLines(ctx, template) : [];
  if (lines.length === 0) failHandover('TEMPLATE_EMPTY', 'unitId');
  const config = await handoverConfig(ctx.projectId);
  return {
    _id: newId(),
    scheduleId: doc._id,
    projectId: ctx.projectId,
    revision: 0,
    seen: [],
    editions: [],
    lines: lastLines.length > 0 ? keyedAs(lines, lastLines) : lines,
    signatures: { owner: null, employee: null },
    meters: config.meters.map(({ name, unitName }, n) => ({
      key: `m${n + 1}`,
      name,
      unitName: unitName ?? null,
      value: null,
      images: [],
      ...FRESH,
    })),
    things: config.things.map(({ name, number }, n) => ({
      key: `t${n + 1}`,
      name,
      usual: number,
      number: null,
      note: null,
      ...FRESH,
    })),
  };
}

export async function roundBefore(
  ctx: Ctx,
  doc: Doc<typeof handoverSchedule>,
): Promise<Doc<typeof handoverSchedule> | null> {
  const [before] = await records(handoverSchedule).find(
    ctx,
    { handoverId: doc.handoverId ?? '', round: { $lt: doc.round } },
    { sort: { round: -1 }, limit: 1, patience: 2000 },
  );
  return before ?? null;
}

async function sheetBefore(ctx: Ctx, doc: Doc<typeof handoverSchedule>): Promise<StoredSheet | null> {
  const before = await roundBefore(ctx, doc);
  return before && sheets().findOne({ scheduleId: before._id, projectId: ctx.projectId });
}

const loadRow = (ctx: Ctx, { handoverId }: Doc<typeof handoverSchedule>): Promise<Doc<typeof handoverUnit> | null> =>
  records(handoverUnit).get(ctx, handoverId);

export async function loadSheet(ctx: Ctx, doc: Doc<typeof handoverSchedule>, session?: Session): Promise<StoredSheet> {
  const stored = await sheets().findOne({ scheduleId: doc._id, projectId: ctx.projectId }, session ? { session } : {});
  if (stored) return stored;
  // It began before sheets were introduced.
  const begun = doc.status === 'PENDING_ACCEPTANCE' && (await loadRow(ctx, doc));
  return begun ? freshSheet(ctx, doc, begun) : fail('NOT_FOUND');
}

/** Stores a sheet and increments its revision. */
export async function keepSheet(sheet: StoredSheet, session: Session): Promise<void> {
  const { _id, ...rest } = sheet;
  const $set = { ...rest, revision: sheet.revision + 1 };
  await sheets().updateOne(
    { scheduleId: sheet.scheduleId },
    { $set, $setOnInsert: { _id } },
    { session, upsert: true },
  );
}

/** Stores a sheet read before the transaction; throws a conflict if it changed since. */
export const keepIfUnchanged =
  (ctx: Ctx, doc: Doc<typeof handoverSchedule>, sheet: StoredSheet) => async (session: Session) => {
    const { revision } = await loadSheet(ctx, doc, session);
    if (revision !== sheet.revision) throw new VersionConflict();
    await keepSheet(sheet, session);
  };
