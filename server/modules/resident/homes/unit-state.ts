import type { resident } from '@lobby/shared/modules/resident.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { db, type Session } from '../../../kit/database/database.ts';
import { type ImportRow, oncePerImport } from '../../../kit/records/behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { fieldOf, records } from '../../../kit/store/records.ts';
import { type Change, VersionConflict } from '../../../kit/store/save.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { takenUnits } from './householders.ts';

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

/** What a unit says of its residents. */
type Lived = Partial<Pick<Doc<typeof unit>, 'state' | 'householderId'>>;

/** The change of a unit to these values; none if it has them. */
function changed(doc: Doc<typeof unit>, lived: Lived): Change[] {
  const set = Object.fromEntries(
    Object.entries(lived).filter(([name, value]) => (fieldOf(doc, name) ?? null) !== value),
  );
  return Object.keys(set).length === 0 ? [] : [{ definition: unit, action: 'update', update: { doc, set } }];
}

const unitOf = ({ insert, update }: Change): string => String((insert ?? update?.doc)?.unitId);

/** The householder whom the change of a residency gives its unit: null if it has none afterwards, nothing if that stays. */
function headOf({ insert, update }: Change): Pick<Lived, 'householderId'> {
  const doc = insert ?? update?.doc;
  const before = update?.doc.householderOf ?? null;
  const after = insert ? insert.householderOf : (update?.set.householderOf ?? null);
  if (after) return { householderId: String(doc?.residentId) };
  const isKept = update && !('householderOf' in update.set);
  return before && !isKept ? { householderId: null } : {};
}

/** Changes a residency together with its unit: occupied while somebody lives there, empty after the last one leaves. */
export async function withUnit(ctx: Ctx, home: Change, comes: boolean): Promise<Change[]> {
  const doc = home.insert ?? home.update?.doc;
  const unitId = unitOf(home);
  const except = [doc?._id ?? ''];
  const others = (await livedIn(ctx, [unitId], except)).size;
  // Concurrent moves see outdated data: all of them write to the unit, so that one waits and checks again.
  const also = async (session: Session) => {
    const query = { _id: unitId, projectId: ctx.projectId };
    const now = await units().findOneAndUpdate(query, { $set: { peopleAt: ctx.now } }, { session });
    const called = comes && turned.length === 0 && now?.state === 'EMPTY';
    if (called || (await livedIn(ctx, [unitId], except, session)).size !== others) throw new VersionConflict();
  };
  const state: Lived = comes ? { state: 'IN_USE' } : others === 0 ? { state: 'EMPTY' } : {};
  const there = await records(unit).get(ctx, unitId);
  const turned = there ? changed(there, { ...state, ...headOf(home) }) : [];
  return [{ ...home, also }, ...turned];
}

/** Changes the role of a residency together with the householder of its unit. */
export async function withHouseholder(ctx: Ctx, home: Change): Promise<Change[]> {
  const head = headOf(home);
  const there = 'householderId' in head ? await records(unit).get(ctx, unitOf(home)) : null;
  return [home, ...(there ? changed(there, head) : [])];
}

/** Units that become empty, or lose their householder, when these residencies are removed. */
export async function emptyUnits(ctx: Ctx, homes: readonly Doc<typeof residency>[]): Promise<Change[]> {
  const ids = homes.map(home => home.unitId);
  const full = await livedIn(
    ctx,
    ids,
    homes.map(home => home._id),
  );
  const headed = new Set(homes.map(home => home.householderOf));
  const docs = await records(unit).find(ctx, { _id: { $in: ids } });
  return docs.flatMap(doc =>
    changed(doc, {
      ...(!full.has(doc._id) && { state: 'EMPTY' }),
      ...(headed.has(doc._id) && { householderId: null }),
    }),
  );
}

/** Units of an import by id, and those that no row has turned occupied yet. */
const unitsOfImport = oncePerImport(async (ctx, rows) => {
  const homes = rows.flatMap(({ values, doc, home }) => [values.unitId, doc?.unitId, home?.unitId]);
  const ids = [...new Set(homes.flatMap(id => (typeof id === 'string' ? id : [])))];
  const docs = await records(unit).find(ctx, { _id: { $in: ids } });
  return { docs: new Map(docs.map(doc => [doc._id, doc])), waiting: new Set(ids) };
});

/**
 * The change of a unit by one of the homes of an import, of which a unit may have several: it is changed by the home that
 * takes the role of householder, otherwise by the one that gives it up, or by the first that is new.
 */
export async function unitByImport(ctx: Ctx, rows: readonly ImportRow[], home: Change): Promise<Change[]> {
  const { docs, waiting } = await unitsOfImport(ctx, rows);
  const doc = docs.get(unitOf(home));
  if (!doc) return [];
  const head = headOf(home);
  if (head.householderId) return changed(doc, { state: 'IN_USE', ...head });
  if ((await takenUnits(ctx, rows)).has(doc._id)) return [];
  if ('householderId' in head) return changed(doc, head);
  return home.insert && waiting.delete(doc._id) ? changed(doc, { state: 'IN_USE' }) : [];
}

/** Units that become occupied, and get their householder again, when a removed resident is restored. */
export async function refillUnits(
  ctx: Ctx,
  { _id, living, unitIds, deletedAt }: Doc<typeof resident>,
): Promise<Change[]> {
  if (!living) return [];
  const homes = await records(residency)
    .withRemoved()
    .find(ctx, { residentId: _id, deletedAt, living: true }, { only: ['householderOf'] });
  const headed = new Set(homes.map(home => home.householderOf));
  const docs = await records(unit).find(ctx, { _id: { $in: unitIds } });
  return docs.flatMap(doc => changed(doc, { state: 'IN_USE', ...(headed.has(doc._id) && { householderId: _id }) }));
}
