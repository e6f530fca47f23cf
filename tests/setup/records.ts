import { type Ctx, systemCtx } from '@lobby/server/kit/base/context.ts';
import { db, newId } from '@lobby/server/kit/database/database.ts';
import { build } from '@lobby/server/kit/records/records.ts';
import { staleTotals } from '@lobby/server/kit/records/totals.ts';
import { namesBehind } from '@lobby/server/kit/store/ref-titles.ts';
import { type Change, retryOnConflict, save } from '@lobby/server/kit/store/save.ts';
import { collectionOf, modelOf, nested, type Stored, titleKeys } from '@lobby/server/kit/store/schema.ts';
import { loadProject, settingsOf } from '@lobby/server/platform/projects/projects.ts';
import { namedSorts, sortKey } from '@lobby/shared/kit/collation.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Permissions } from '@lobby/shared/kit/permissions.ts';
import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { position } from '@lobby/shared/modules/employee.ts';

/** What a job acts as in a project. */
export async function systemIn(projectId: string): Promise<Ctx> {
  const project = await loadProject(projectId);
  if (!project) throw new Error(`no project ${projectId}`);
  return systemCtx(settingsOf(project), new Date());
}

/** A record to be made: its definition, its values, and what is stored beside the fields. */
export type Making = readonly [
  definition: Definition,
  values: Record<string, unknown>,
  extra?: Record<string, unknown>,
];

/** Makes records as the system does, with their events, in one transaction; none refers to another of them. */
export async function makeRecords(projectId: string, records: readonly Making[]): Promise<Stored[]> {
  const ctx = await systemIn(projectId);
  const changes: Change[] = [];
  // One after another: their ids are in the order in which they are named.
  for (const [definition, values, extra = {}] of records) {
    const given = inputSchema(definition.fields, 'create').parse(values);
    const insert = { ...(await build(ctx, definition, given)), ...extra };
    changes.push({ definition, action: 'create', insert });
  }
  return save(ctx, changes);
}

/** Makes a record as the system does, with its event; `extra` is stored beside the fields. */
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

/** A record as it is stored. */
export async function stored(definition: Definition, id: string): Promise<Stored> {
  const doc = await db().collection<Stored>(collectionOf(definition)).findOne({ _id: id });
  if (!doc) throw new Error(`no ${definition.name} ${id}`);
  return doc;
}

/** Changes a record as the system does: version and event as of any write. What the server changes meanwhile is not lost. */
export const change = (definition: Definition, id: string, set: Record<string, unknown>): Promise<Stored> =>
  retryOnConflict(async () => {
    const doc = await stored(definition, id);
    const ctx = await systemIn(doc.projectId);
    const [after] = await save(ctx, [{ definition, action: 'update', update: { doc, set } }]);
    return after ?? doc;
  });

/** Makes a record look as if it had last changed at a moment. */
export async function changedAt(definition: Definition, id: string, updatedAt: Date): Promise<void> {
  await db().collection<Stored>(collectionOf(definition)).updateOne({ _id: id }, { $set: { updatedAt } });
}

/** Leads a record to where it may be removed, as if it had been there from the first. */
export async function letGo(definition: Definition, id: string): Promise<void> {
  const [status] = definition.removedIn ?? [];
  if (status) await db().collection<Stored>(collectionOf(definition)).updateOne({ _id: id }, { $set: { status } });
}

/** Gives a position other permissions; every server hears of it by the event. */
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

/** What keeps a copy out of what is unique of several fields together: another value of a flag, none of a field, else one of its own. */
function apart({ fields, unique = [] }: Definition): Record<string, unknown> {
  const parts = unique.map(({ fields: names, where = {} }): [string, unknown] => {
    const flag = Object.entries(where).find(([name, values]) => fields[name]?.kind === 'flag' && values.length === 1);
    if (flag) return [flag[0], !flag[1][0]];
    const free = names.findLast(name => !fields[name]?.required);
    return free ? [free, null] : [String(names.at(-1)), newId()];
  });
  return Object.fromEntries(parts);
}

/** Many copies of a stored record with fields of their own, straight into the collection: mass for lists, without events. */
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
  // Written past the events: a badge that was counted meanwhile would stand for ever.
  staleTotals({ projectId: String(doc.projectId), entity: definition.name, actor: { id: 'system', name: '' } });
  return docs.map(one => one._id);
}

/** How many live records of a project a query finds: what every count that is shown must equal. */
export function countOf(definition: Definition, projectId: string, query: Record<string, unknown> = {}) {
  return modelOf(definition).countDocuments({ projectId, deletedAt: null, ...query });
}

/** A collection as it is, for what has no definition. */
export const rowsIn = (collection: string) => db().collection<Record<string, unknown> & { _id: string }>(collection);
