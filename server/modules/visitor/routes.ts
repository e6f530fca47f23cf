import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { contentRange } from '@lobby/shared/kit/paging.ts';
import { paging } from '@lobby/shared/kit/query-schema.ts';
import { fieldErrors, idSchema, inputSchema, readInput } from '@lobby/shared/kit/schema.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { z } from 'zod';
import { failFields, Refusal } from '../../kit/base/errors.ts';
import { words } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { load } from '../../kit/records/acts/act.ts';
import { present } from '../../kit/records/present.ts';
import { create } from '../../kit/records/records.ts';
import type { ModuleBehaviour } from '../../kit/serve.ts';
import { records } from '../../kit/store/records.ts';
import { retryOnConflict } from '../../kit/store/save.ts';

const byId = z.strictObject({ id: idSchema });
const MOST = 100;

const ROW = inputSchema(visitor.fields, 'create');
const REFUSED = z.object({
  index: z.int(),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()),
});

/** Validates a row; errors concern this row only. */
function readRow(row: Record<string, unknown>): Record<string, unknown> {
  const read = readInput(ROW, row);
  if (!read.success) return failFields(fieldErrors(read.error, row));
  const errors = visitor.check(read.data);
  return Object.keys(errors).length > 0 ? failFields(errors) : read.data;
}

/** Routes of visits beyond those of every module (rules.md 7, Visitor). */
export const visitorRoutes = (behaviour: ModuleBehaviour): Route[] => [
  route({
    method: 'post',
    path: `${visitor.path}/create-multi`,
    summary: 'Register many visitors at once, each by itself',
    module: visitor.code,
    flags: ['write'],
    creates: true,
    body: z.strictObject({ visitors: z.array(z.record(z.string(), z.unknown())).min(1).max(MOST) }),
    answer: z.object({ done: z.array(z.string()), refused: z.array(REFUSED) }),
    async run(ctx, { body }) {
      const done: string[] = [];
      const refused: z.infer<typeof REFUSED>[] = [];
      for (const [index, row] of body.visitors.entries())
        try {
          const values = readRow(row);
          // Each row is a create of its own: the idempotency key belongs to the first one.
          done.push(String((await retryOnConflict(() => create(ctx, visitor, values, behaviour))).id));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          const { code, data } = error;
          const fields = Object.fromEntries(
            Object.entries(data?.fields ?? {}).map(([name, fault]) => [name, fault.code]),
          );
          refused.push({ index, code, message: words(ctx, code, data), fields });
        }
      return { done, refused };
    },
  }),
  route({
    method: 'get',
    path: `${guest.path}/:id/history`,
    summary: 'The visits of a familiar guest, newest first',
    module: guest.code,
    flags: ['read'],
    params: byId,
    query: z.strictObject(paging),
    answer: z.array(responseSchema(visitor, 'row')),
    async run(ctx, { params, query: { page, limit }, res }) {
      const doc = await load(ctx, guest, params.id);
      const where = { guestId: doc._id };
      const [rows, total] = await Promise.all([
        records(visitor).find(ctx, where, {
          sort: { createdAt: -1, _id: -1 },
          skip: (page - 1) * limit,
          limit,
          patience: 2000,
        }),
        records(visitor).count(ctx, where),
      ]);
      await holdKeys(rows);
      res.set('Content-Range', contentRange((page - 1) * limit, rows.length, total));
      return rows.map(row => present(visitor, ctx.projectId, row, 'staff'));
    },
  }),
];
