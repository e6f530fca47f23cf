import { fileSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { chosenIdsSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../base/context.ts';
import { transaction } from '../../database/database.ts';
import { loadGuardedFiles } from '../../files/files.ts';
import { type Route, route } from '../../http/route.ts';
import { holdKeys } from '../../privacy/person-keys.ts';
import { open } from '../../privacy/personal.ts';
import { rowOf, writeEvents } from '../../store/events.ts';
import { modelOf, type Stored } from '../../store/schema.ts';
import { load, loadScope } from './act.ts';

const revealed = z.object({ id: z.string(), values: z.record(z.string(), z.string().nullable()) });
/** Only a reveal has links to pictures of documents and faces. */
const revealedWhole = revealed.extend({ files: z.record(z.string(), z.array(fileSchema)) });

/** Routes that reveal personal values. A reveal is an activity entry, which holds no values (domain.md 3). */
export function revealRoutes(definition: Definition): Route[] {
  const personal = Object.entries(definition.fields).filter(([, field]) => field.personal);
  if (personal.length === 0) return [];
  const common = { module: definition.code, flags: ['readEncrypted'] as const, method: 'put' as const };
  const values = (doc: Stored) =>
    Object.fromEntries(
      personal.map(([name]) => [name, typeof doc[name] === 'string' ? open(doc.projectId, doc[name]) : null]),
    );
  return [
    route({
      ...common,
      path: `${definition.path}/reveal-multi`,
      summary: `Reveal personal data of chosen ${definition.name}s`,
      body: () => z.strictObject({ ids: chosenIdsSchema(definition, 200) }),
      answer: () => z.array(revealed),
      async run(ctx, { body }) {
        const docs = await modelOf(definition)
          .find({
            projectId: ctx.projectId,
            _id: { $in: body.ids },
            deletedAt: null,
            ...(await loadScope(ctx, definition)),
          })
          .lean<Stored[]>();
        await holdKeys(docs);
        await record(
          ctx,
          definition,
          docs,
          personal.map(([name]) => name),
        );
        return docs.map(doc => ({ id: doc._id, values: values(doc) }));
      },
    }),
    route({
      ...common,
      path: `${definition.path}/:id/reveal`,
      summary: `Reveal personal data of a ${definition.name}`,
      params: () => z.strictObject({ id: idSchema }),
      answer: revealedWhole,
      async run(ctx, { params }) {
        const doc = await load(ctx, definition, params.id);
        await holdKeys([doc]);
        const files = await loadGuardedFiles(ctx, definition, doc);
        await record(ctx, definition, [doc], [...personal.map(([name]) => name), ...Object.keys(files)]);
        return { id: doc._id, values: values(doc), files };
      },
    }),
  ];
}

async function record(ctx: Ctx, definition: Definition, docs: Stored[], fields: string[]): Promise<void> {
  const rows = docs.map(doc => ({
    at: ctx.now,
    projectId: ctx.projectId,
    module: definition.code,
    entity: definition.name,
    entityId: doc._id,
    action: 'reveal',
    actor: ctx.actor,
    before: null,
    after: { fields },
    version: doc.version,
    row: rowOf(definition, doc),
    quiet: true,
  }));
  await transaction(async session => void (await writeEvents(rows, session)));
}
