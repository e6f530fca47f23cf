import { idSchema } from '@lobby/shared/kit/schema.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import { newId, transaction } from '../../kit/database/database.ts';
import { route } from '../../kit/http/route.ts';
import { open } from '../../kit/privacy/personal.ts';
import { load } from '../../kit/records/acts/act.ts';
import type { Action } from '../../kit/records/typed-behaviour.ts';
import { rowOf, writeEvents } from '../../kit/store/events.ts';
import { sealed } from '../../kit/store/keys/seal.ts';
import type { Doc } from '../../kit/store/records.ts';
import { makePasses } from './worker-passes.ts';

type Worker = Doc<typeof constructionRegistration>['workers'][number];
type Given = Partial<Worker> & Pick<Worker, 'name'>;

/** Merges workers by id with the stored ones; fields that were not sent keep their values. */
export function keptWorkers(input: readonly Given[], before: readonly Worker[]): Worker[] {
  const byId = new Map(before.map(worker => [worker.id, worker]));
  return input.map(({ id, name, job = null, phone, identifier }) => {
    const old = id ? byId.get(id) : undefined;
    // A repeated id counts as a new worker.
    if (old) byId.delete(old.id);
    return {
      id: old?.id ?? newId(),
      name,
      job,
      phone: phone === undefined ? (old?.phone ?? null) : phone,
      identifier: identifier === undefined ? (old?.identifier ?? null) : identifier,
    };
  });
}

/** Replaces the workers of works in progress, and their passes. */
export const changeWorkers: Action<typeof constructionRegistration, 'workers'> = async (ctx, doc, { workers }) => {
  if (!workers) failFields({ workers: { code: 'REQUIRED' } });
  const merged = keptWorkers(workers, doc.workers);
  const set = sealed(constructionRegistration, ctx.projectId, { workers: merged, workerCount: merged.length });
  return { set, with: await makePasses(ctx, { ...doc, ...set }) };
};

const shown = (doc: Doc<typeof constructionRegistration>, sealed: string | null | undefined) =>
  sealed ? open(doc.projectId, sealed) : null;

/** Reveals phone and identity numbers of selected or all workers; recorded as an activity without values. */
export const revealRoute = route({
  method: 'put',
  path: `${constructionRegistration.path}/:id/reveal`,
  summary: 'Reveal phones and papers of workers',
  module: constructionRegistration.code,
  flags: ['readEncrypted'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ workerIds: z.array(idSchema).max(100).optional() }),
  answer: z.object({
    id: z.string(),
    workers: z.array(
      z.object({ id: z.string(), name: z.string(), phone: z.string().nullable(), identifier: z.string().nullable() }),
    ),
  }),
  async run(ctx, { params, body }) {
    const doc = await load(ctx, constructionRegistration, params.id);
    const chosen = doc.workers.filter(({ id }) => !body.workerIds || body.workerIds.includes(id ?? ''));
    await transaction(
      async session =>
        void (await writeEvents(
          [
            {
              at: ctx.now,
              projectId: ctx.projectId,
              module: constructionRegistration.code,
              entity: constructionRegistration.name,
              entityId: doc._id,
              action: 'reveal',
              actor: ctx.actor,
              before: null,
              after: { fields: ['workers'] },
              version: doc.version,
              row: rowOf(constructionRegistration, doc),
              quiet: true,
            },
          ],
          session,
        )),
    );
    return {
      id: doc._id,
      workers: chosen.map(({ id, name, phone, identifier }) => ({
        id: id ?? '',
        name,
        phone: shown(doc, phone),
        identifier: shown(doc, identifier),
      })),
    };
  },
});
