import { residency } from '@lobby/shared/modules/resident.ts';
import { type Unit, unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/context.ts';
import { db, type Session } from '../../kit/database.ts';
import { fail } from '../../kit/fail.ts';
import { collectionOf, modelOf, type Stored } from '../../kit/model.ts';
import { mergedAmong } from '../../kit/person-keys.ts';
import { type Change, Overtaken } from '../../kit/save.ts';

const units = () => db().collection<Stored>(collectionOf(unit));

/** Those of the units that somebody lives in, these homes aside. */
async function livedIn(
  { projectId }: Ctx,
  unitIds: readonly string[],
  but: readonly string[] = [],
  session?: Session,
): Promise<Set<unknown>> {
  const query = { projectId, unitId: { $in: unitIds }, living: true, deletedAt: null, _id: { $nin: but } };
  return new Set(
    await db()
      .collection<Stored>(collectionOf(residency))
      .distinct('unitId', query, { ...(session && { session }) }),
  );
}

/** Units that are in another state, to be put into this one. */
async function into(ctx: Ctx, state: Unit['state'], ids: readonly string[]): Promise<Stored[]> {
  const query = { projectId: ctx.projectId, _id: { $in: ids }, state: { $ne: state }, deletedAt: null };
  return ids.length === 0 ? [] : modelOf(unit).find(query).lean<Stored[]>();
}

const changed = (doc: Stored, state: Unit['state'], also?: Change['also']): Change => ({
  definition: unit,
  action: 'update',
  update: { doc, set: { state } },
  ...(also && { also }),
});

/** A home that somebody comes to or leaves, and its unit: in use from the first who comes, empty after the last who leaves. */
export async function withUnit(ctx: Ctx, home: Change, comes: boolean): Promise<Change[]> {
  const doc = home.insert ?? home.update?.doc;
  const unitId = String(doc?.unitId);
  const own = [doc?._id ?? ''];
  const others = (await livedIn(ctx, [unitId], own)).size;
  // Two who leave at once each see the other there: both write to the unit, so that one waits and looks again.
  const also = async (session: Session) => {
    await units().updateOne({ _id: unitId, projectId: ctx.projectId }, { $set: { peopleAt: ctx.now } }, { session });
    if ((await livedIn(ctx, [unitId], own, session)).size !== others) throw new Overtaken();
  };
  const state = comes ? 'IN_USE' : 'EMPTY';
  const turned = others > 0 ? [] : await into(ctx, state, [unitId]);
  return [{ ...home, also }, ...turned.map(one => changed(one, state))];
}

/** The units that are empty once these homes are removed. */
export async function emptied(ctx: Ctx, homes: readonly Stored[]): Promise<Change[]> {
  const ids = homes.map(home => String(home.unitId));
  const full = await livedIn(
    ctx,
    ids,
    homes.map(home => home._id),
  );
  const left = ids.filter(id => !full.has(id));
  return (await into(ctx, 'EMPTY', left)).map(one => changed(one, 'EMPTY'));
}

/** The units that nobody lived in until these residents came. */
export async function filledBy(ctx: Ctx, residents: readonly Stored[]): Promise<Change[]> {
  return filled(ctx, [...new Set(residents.map(({ unitId }) => String(unitId)))]);
}

/** The units that somebody who was removed comes back to; whoever was erased or merged into another does not. */
export async function refilled(ctx: Ctx, doc: Stored): Promise<Change[]> {
  if (doc.name === '' || (await mergedAmong([doc._id])).size > 0) fail('NOT_FOUND');
  return filled(ctx, doc.living === true && Array.isArray(doc.unitIds) ? doc.unitIds.map(String) : []);
}

async function filled(ctx: Ctx, ids: readonly string[]): Promise<Change[]> {
  const full = await livedIn(ctx, ids);
  const first = ids.filter(id => !full.has(id));
  return (await into(ctx, 'IN_USE', first)).map(one => changed(one, 'IN_USE'));
}
