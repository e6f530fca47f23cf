import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { holdKeys, mergedAmong } from '../../../kit/privacy/person-keys.ts';
import { present } from '../../../kit/records/present.ts';
import { assertWritable } from '../../../kit/records/records.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { retryOnConflict, save } from '../../../kit/store/save.ts';
import { REMOVED } from '../../../kit/store/schema.ts';
import { erase } from './erase.ts';

const reason = { kind: 'longText', max: 1000, required: true } as const;
const SHOWN = 200;

/** Removed records that are not erased; those merged into another are erased together with it. */
async function loadRemoved({ projectId }: Ctx, id?: string): Promise<Doc<typeof resident>[]> {
  const docs = await records(resident)
    .withRemoved()
    .find(
      { projectId },
      { ...REMOVED, name: { $ne: '' }, ...(id && { _id: id }) },
      { sort: { deletedAt: -1 }, limit: SHOWN },
    );
  const merged = await mergedAmong(docs.map(({ _id }) => _id));
  return docs.filter(({ _id }) => !merged.has(_id));
}

/** `GET /member/removed`: removed residents, latest first, masked as in the list. */
const list: Route = route({
  method: 'get',
  path: `${resident.path}/removed`,
  summary: 'Residents who were removed and not erased',
  module: resident.code,
  flags: ['delete'],
  answer: z.array(z.object({ row: responseSchema(resident, 'row'), removedAt: z.string() })),
  async run(ctx) {
    const docs = await loadRemoved(ctx);
    await holdKeys(docs);
    return docs.map(doc => ({
      row: present(resident, ctx.projectId, doc, 'staff'),
      removedAt: doc.deletedAt?.toISOString() ?? '',
    }));
  },
});

/** `PUT /member/:id/erase-removed`: erases the person of a removed record. */
const eraseRemoved: Route = route({
  method: 'put',
  path: `${resident.path}/:id/erase-removed`,
  summary: 'Erase the person of a record that was removed',
  module: resident.code,
  flags: ['delete'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ reason: fieldSchema(reason) }),
  answer: z.object({ id: idSchema }),
  async run(ctx, { params: { id }, body }) {
    assertWritable(ctx, { reason }, body);
    return retryOnConflict(async () => {
      const [doc] = await loadRemoved(ctx, id);
      if (!doc) return fail('NOT_FOUND');
      const { deletedAt } = doc;
      const { set = {}, note, also, with: beside = [] } = await erase(ctx, doc, body);
      const update = { doc, set: { ...set, deletedAt }, while: { deletedAt } };
      await save(ctx, [
        { definition: resident, action: 'erase', update, ...(note && { note }), ...(also && { also }) },
        ...beside,
      ]);
      return { id };
    });
  },
});

export const removedRoutes: readonly Route[] = [list, eraseRemoved];
