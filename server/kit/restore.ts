import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import { lastChange } from './act.ts';
import { answerSchema } from './answer.ts';
import type { Ctx } from './context.ts';
import { fail } from './fail.ts';
import { expandFiles } from './files.ts';
import { modelOf, type Stored } from './model.ts';
import { holdKeys } from './person-keys.ts';
import { present } from './present.ts';
import type { Behaviour } from './records.ts';
import { checkRefs } from './refs.ts';
import { type Route, route } from './route.ts';
import { type Change, Overtaken, save } from './save.ts';

/** Among what is removed, where a change otherwise looks for what is there. */
const back = (definition: Definition, doc: Stored, run?: string): Change => ({
  definition,
  action: 'restore',
  update: { doc, set: { deletedAt: null }, while: { deletedAt: doc.deletedAt } },
  ...(run && { run, quiet: true }),
});

/** What was a part of a record and was removed with it. */
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

/** Brings back a removed record as it was, if it still is as its removal left it and what it points at is still there. */
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
  const doc = await modelOf(definition).findOne({ _id: id, projectId }).lean<Stored>();
  if (!doc) return fail('NOT_FOUND');
  const lost = async () => fail('STATUS_CHANGED', await lastChange(definition, doc, false));
  if (doc.deletedAt === null || doc.version !== version) return lost();
  await checkRefs(ctx, definition.fields, doc);
  const beside = (await behaviour.besideRestore?.(ctx, doc)) ?? [];
  try {
    const parts = await partsGoneWith(doc, definition, all);
    const [saved] = await save(ctx, [back(definition, doc, run), ...parts, ...beside]);
    return saved ?? doc;
  } catch (error) {
    if (error instanceof Overtaken) return lost();
    throw error;
  }
}

/** `PUT /:id/restore`: the inverse of a removal, where the definition declares it. */
export function restoreRoute(definition: Definition, behaviour: Behaviour, all: readonly Definition[]): Route {
  return route({
    method: 'put',
    path: `${definition.path}/:id/restore`,
    summary: `Bring back a removed ${definition.name}`,
    module: definition.code,
    flags: ['delete'],
    params: z.strictObject({ id: idSchema }),
    body: z.strictObject({ version: z.int().min(1).max(1_000_000_000) }),
    answer: answerSchema(definition, 'detail'),
    async run(ctx, { params, body }) {
      const doc = await restore(ctx, definition, params.id, body.version, behaviour, all);
      await holdKeys([doc]);
      return expandFiles(ctx, definition, present(definition, ctx.projectId, doc, 'staff', 'detail'));
    },
  });
}
