import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../base/context.ts';
import { fail } from '../../base/errors.ts';
import { expandFiles } from '../../files/files.ts';
import { type Route, route } from '../../http/route.ts';
import { holdKeys } from '../../privacy/person-keys.ts';
import { checkRefs } from '../../store/refs/refs.ts';
import { type Change, save, VersionConflict } from '../../store/save.ts';
import { modelOf, type Stored } from '../../store/schema.ts';
import type { Behaviour, Done } from '../behaviour.ts';
import { present } from '../present.ts';
import { failMissing, loadScope } from './act.ts';
import { lastChange } from './last-change.ts';

/** Matches a removed record, where changes normally match live ones. */
const back = (definition: Definition, doc: Stored, run?: string): Change => ({
  definition,
  action: 'restore',
  update: { doc, set: { deletedAt: null }, while: { deletedAt: doc.deletedAt } },
  ...(run && { run, quiet: true }),
});

/** Parts removed together with a record. */
async function partsGoneWith(
  { _id, projectId, deletedAt }: Stored,
  { name }: Definition,
  all: readonly Definition[],
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const other of all)
    for (const [field, shape] of Object.entries(other.fields)) {
      if (shape.kind !== 'ref' || !shape.part || shape.to !== name) continue;
      const parts = await modelOf(other)
        .find({ projectId, deletedAt, [field]: _id })
        .maxTimeMS(2000)
        .lean<Stored[]>();
      changes.push(...parts.map(part => back(other, part)));
    }
  return changes;
}

/** Restores a removed record, if it was not changed since its removal and its references still exist. */
export async function restore(
  ctx: Ctx,
  definition: Definition,
  id: string,
  version: number,
  behaviour: Behaviour,
  all: readonly Definition[],
  run?: string,
): Promise<Stored> {
  const { projectId } = ctx;
  const seen = { _id: id, projectId, ...(await loadScope(ctx, definition)) };
  const doc = await modelOf(definition).findOne(seen).lean<Stored>();
  if (!doc) return failMissing(definition);
  const lost = async () => fail('STATUS_CHANGED', await lastChange(definition, doc, false));
  if (doc.deletedAt === null || doc.version !== version) return lost();
  await checkRefs(ctx, definition.fields, doc);
  await behaviour.check?.(ctx, { kind: 'restore', values: {}, doc });
  const done: Done = { kind: 'restore', doc: { ...doc, deletedAt: null }, before: doc };
  const more = (await behaviour.changes?.(ctx, done)) ?? [];
  try {
    const parts = await partsGoneWith(doc, definition, all);
    const change: Change = {
      ...back(definition, doc, run),
      also: async session => behaviour.inTransaction?.(ctx, session, done),
    };
    const [saved] = await save(ctx, [change, ...parts, ...more]);
    return saved ?? doc;
  } catch (error) {
    if (error instanceof VersionConflict) return lost();
    throw error;
  }
}

/** `PUT /:id/restore`: reverses a removal, where the definition allows it. */
export function restoreRoute(definition: Definition, behaviour: Behaviour, all: readonly Definition[]): Route {
  return route({
    method: 'put',
    path: `${definition.path}/:id/restore`,
    summary: `Bring back a removed ${definition.name}`,
    module: definition.code,
    flags: ['delete'],
    params: () => z.strictObject({ id: idSchema }),
    body: () => z.strictObject({ version: z.int().min(1).max(1_000_000_000) }),
    answer: () => responseSchema(definition, 'detail'),
    async run(ctx, { params, body }) {
      const doc = await restore(ctx, definition, params.id, body.version, behaviour, all);
      await holdKeys([doc]);
      return expandFiles(ctx, definition, present(definition, ctx.projectId, doc, 'staff', 'detail'));
    },
  });
}
