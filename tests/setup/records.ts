import { type Ctx, systemCtx } from '@lobby/server/kit/base/context.ts';
import { db, newId } from '@lobby/server/kit/database/database.ts';
import { staleTotals } from '@lobby/server/kit/records/lists/totals.ts';
import { build } from '@lobby/server/kit/records/records.ts';
import { nested } from '@lobby/server/kit/store/keys/seal.ts';
import { titleKeys } from '@lobby/server/kit/store/keys/search-keys.ts';
import { namesBehind } from '@lobby/server/kit/store/refs/ref-titles.ts';
import { type Change, retryOnConflict, save } from '@lobby/server/kit/store/save.ts';
import { collectionOf, modelOf, type Stored } from '@lobby/server/kit/store/schema.ts';
import { loadProject, settingsOf } from '@lobby/server/platform/projects/projects.ts';
import { namedSorts, sortKey } from '@lobby/shared/kit/collation.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Permissions } from '@lobby/shared/kit/permissions.ts';
import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { position } from '@lobby/shared/modules/employee.ts';

/** Context of a job in a project. */
export async function systemIn(projectId: string): Promise<Ctx> {
  const project = await loadProject(projectId);
  if (!project) throw new Error(`no project ${projectId}`);
  return systemCtx(settingsOf(project), new Date());
}

/** A record to create: definition, values, and data stored beside the fields. */
export type Making = readonly [
  definition: Definition,
  values: Record<string, unknown>,
  extra?: Record<string, unknown>,
];

/** Takes other records of a project out of a status that one may have at a time, so that samples of it can be made. */
async function makeWay(ctx: Ctx, definition: Definition, status: unknown): Promise<void> {
  for (const { fields, where = {} } of definition.unique ?? []) {
    const among = where.status ?? [];
    if (fields.join() !== 'status' || !among.some(one => one === status)) continue;
    const other = Object.keys(definition.statuses ?? {}).findLast(one => !among.includes(one));
    const all = db().collection<Stored>(collectionOf(definition));
    for (const doc of await all.find({ projectId: ctx.projectId, status: String(status) }).toArray())
      await save(ctx, [{ definition, action: 'update', update: { doc, set: { status: other } } }]);
  }
}

/** Creates records as the system, with events, in one transaction; they must not refer to each other. */
export async function makeRecords(projectId: string, records: readonly Making[]): Promise<Stored[]> {
  const ctx = await systemIn(projectId);
  const changes: Change[] = [];
  // In sequence, so that ids follow the given order.
  for (const [definition, values, extra = {}] of records) {
    const given = inputSchema(definition.fields, 'create').parse(values);
    const insert = { ...(await build(ctx, definition, given)), ...extra };
    await makeWay(ctx, definition, insert.status);
    changes.push({ definition, action: 'create', insert });
  }
  return save(ctx, changes);
}

/** Creates a record as the system, with its event; `extra` is stored beside the fields. */
export async function makeRecord(
  projectId: string,
  definition: Definition,
  values: Record<string, unknown>,
  extra: Record<string, unknown> = {},
): Promise<Stored> {
  const [doc] = await makeRecords(projectId, [[definition, values, extra]]);
  if (!doc) throw new Error(`no ${definition.name} was made`);
  return doc;
}

/** A stored record. */
export async function stored(definition: Definition, id: string): Promise<Stored> {
  const doc = await db().collection<Stored>(collectionOf(definition)).findOne({ _id: id });
  if (!doc) throw new Error(`no ${definition.name} ${id}`);
  return doc;
}

/** Updates a record as the system, with version and event; concurrent changes by the server are kept. */
export const change = (definition: Definition, id: string, set: Record<string, unknown>): Promise<Stored> =>
  retryOnConflict(async () => {
    const doc = await stored(definition, id);
    const ctx = await systemIn(doc.projectId);
    await makeWay(ctx, definition, set.status);
    const [after] = await save(ctx, [{ definition, action: 'update', update: { doc, set } }]);
    return after ?? doc;
  });

/** Sets the time of a record's last change. */
export async function changedAt(definition: Definition, id: string, updatedAt: Date): Promise<void> {
  await db().collection<Stored>(collectionOf(definition)).updateOne({ _id: id }, { $set: { updatedAt } });
}

/** Sets a status in which a record may be removed. */
export async function letGo(definition: Definition, id: string): Promise<void> {
  const [status] = definition.removedIn ?? [];
  if (status) await db().collection<Stored>(collectionOf(definition)).updateOne({ _id: id }, { $set: { status } });
}

/** Changes the permissions of a position; the event informs every server. */
export async function permit(positionId: string, permissions: Permissions): Promise<void> {
  const doc = await stored(position, positionId);
  const ctx = await systemIn(doc.projectId);
  await save(ctx, [
    {
      definition: position,
      action: 'permissions',
      update: { doc, set: {} },
      note: { before: { permissions: doc.permissions }, after: { permissions } },
      async also(session) {
        await db()
          .collection<Stored>(collectionOf(position))
          .updateOne({ _id: positionId }, { $set: { permissions } }, { session });
      },
    },
  ]);
}

/** Values that keep a copy's combined unique fields distinct: a value to which the rule does not apply, an empty field, or a new reference. */
function apart({ fields, statuses = {}, unique = [] }: Definition): Record<string, unknown> {
  const parts = unique.map(({ fields: names, where = {} }): [string, unknown] => {
    for (const [name, values] of Object.entries(where)) {
      const field = fields[name];
      if (field?.kind === 'flag' && values.length === 1) return [name, !values[0]];
      const other = field?.kind === 'choice' && field.options.find(option => !values.includes(option));
      if (other) return [name, other];
      if (names.includes(name)) return [name, Object.keys(statuses).find(status => !values.includes(status))];
    }
    const free = names.findLast(name => !fields[name]?.required);
    if (free) return [free, fields[free]?.kind === 'text' ? newId() : null];
    return [names.findLast(name => fields[name]?.kind === 'ref') ?? String(names.at(-1)), newId()];
  });
  return Object.fromEntries(parts);
}

/** Inserts many copies of a record directly, without events, for list tests. */
export async function copies(
  definition: Definition,
  id: string,
  count: number,
  own: (n: number) => Record<string, unknown>,
): Promise<string[]> {
  const doc = await stored(definition, id);
  const { uniq: _uniq, blind: _blind, ...rest } = doc;
  const made = Array.from(
    { length: count },
    (_, n): Stored => ({
      ...rest,
      _id: newId(),
      ...own(n),
      ...apart(definition),
    }),
  );
  const names = await namesBehind(definition, String(doc.projectId), made);
  const docs = made.map((copy): Stored => {
    const keys = namedSorts(definition).map(name => [name, copy[name] == null ? null : sortKey(String(copy[name]))]);
    const { sorted } = nested(titleKeys(definition, copy, names(copy)));
    return { ...copy, sorted: { ...Object.fromEntries(keys), ...(sorted as object) } };
  });
  if (count > 0) await db().collection<Stored>(collectionOf(definition)).insertMany(docs, { ordered: false });
  // Without events, counted badges would stay stale.
  staleTotals({ projectId: String(doc.projectId), entity: definition.name, actor: { id: 'system', name: '' } });
  return docs.map(one => one._id);
}

/** Number of live records found by a query, for comparison with displayed counts. */
export function countOf(definition: Definition, projectId: string, query: Record<string, unknown> = {}) {
  return modelOf(definition).countDocuments({ projectId, deletedAt: null, ...query });
}

/** A collection without a definition. */
export const rowsIn = (collection: string) => db().collection<Record<string, unknown> & { _id: string }>(collection);
