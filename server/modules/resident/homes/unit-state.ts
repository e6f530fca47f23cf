import type { resident } from '@lobby/shared/modules/resident.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { type Unit, unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { db, type Session } from '../../../kit/database/database.ts';
import { type ImportRow, oncePerImport } from '../../../kit/records/behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { type Change, VersionConflict } from '../../../kit/store/save.ts';
import { collectionOf } from '../../../kit/store/schema.ts';

const units = () => db().collection<Doc<typeof unit>>(collectionOf(unit));

/** Occupied units among the given ones; the residencies in `but` do not count. */
export async function livedIn(
  { projectId }: Pick<Ctx, 'projectId'>,
  unitIds: readonly string[],
  but: readonly string[] = [],
  session?: Session,
): Promise<Set<unknown>> {
  const query = { projectId, unitId: { $in: unitIds }, living: true, deletedAt: null, _id: { $nin: but } };
  return new Set(
    await db()
      .collection<Doc<typeof residency>>(collectionOf(residency))
      .distinct('unitId', query, { ...(session && { session }) }),
  );
}

/** Units that are not in the state yet. */
async function into(ctx: Ctx, state: Unit['state'], ids: readonly string[]): Promise<Doc<typeof unit>[]> {
  return ids.length === 0 ? [] : records(unit).find(ctx, { _id: { $in: ids }, state: { $ne: state } });
}

const changed = (doc: Doc<typeof unit>, state: Unit['state'], also?: Change['also']): Change => ({
  definition: unit,
  action: 'update',
  update: { doc, set: { state } },
  ...(also && { also }),
});

/** Changes a residency together with its unit: occupied while somebody lives there, empty after the last one leaves. */
export async function withUnit(ctx: Ctx, home: Change, comes: boolean): Promise<Change[]> {
  const doc = home.insert ?? home.update?.doc;
  const unitId = String(doc?.unitId);
  const own = [doc?._id ?? ''];
  const others = (await livedIn(ctx, [unitId], own)).size;
  // Concurrent moves see outdated data: all of them write to the unit, so that one waits and checks again.
  const also = async (session: Session) => {
    const query = { _id: unitId, projectId: ctx.projectId };
    const now = await units().findOneAndUpdate(query, { $set: { peopleAt: ctx.now } }, { session });
    const called = comes && turned.length === 0 && now?.state === 'EMPTY';
    if (called || (await livedIn(ctx, [unitId], own, session)).size !== others) throw new VersionConflict();
  };
  const state = comes ? 'IN_USE' : 'EMPTY';
  const turned = comes || others === 0 ? await into(ctx, state, [unitId]) : [];
  return [{ ...home, also }, ...turned.map(one => changed(one, state))];
}

/** Units that become empty when these residencies are removed. */
export async function emptied(ctx: Ctx, homes: readonly Doc<typeof residency>[]): Promise<Change[]> {
  const ids = homes.map(home => home.unitId);
  const full = await livedIn(
    ctx,
    ids,
    homes.map(home => home._id),
  );
  const left = ids.filter(id => !full.has(id));
  return (await into(ctx, 'EMPTY', left)).map(one => changed(one, 'EMPTY'));
}

/** Units of an import that are not occupied yet, by id. */
const emptyUnits = oncePerImport(async (ctx, rows) => {
  const ids = [...new Set(rows.flatMap(({ values, home }) => [values, home ?? {}].map(one => String(one.unitId))))];
  return new Map((await filled(ctx, ids)).map(change => [change.update?.doc._id, change]));
});

/** The change that makes a unit occupied, once per import. */
export async function filledByImport(
  ctx: Ctx,
  rows: readonly ImportRow[],
  { unitId = '' }: { unitId?: string },
): Promise<Change[]> {
  const empty = await emptyUnits(ctx, rows);
  const change = empty.get(unitId);
  empty.delete(unitId);
  return change ? [change] : [];
}

/** Units that become occupied when a removed resident is restored. */
export const refilled = (ctx: Ctx, doc: Doc<typeof resident>): Promise<Change[]> =>
  filled(ctx, doc.living ? doc.unitIds : []);

const filled = async (ctx: Ctx, ids: readonly string[]): Promise<Change[]> =>
  (await into(ctx, 'IN_USE', ids)).map(one => changed(one, 'IN_USE'));
