import type { Definition } from '@lobby/shared/kit/definition.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { definitionOf, MODULES } from '@lobby/shared/modules/index.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { assertWritable, build, remove, update } from '../../kit/records/records.ts';
import type { EventRow } from '../../kit/store/events.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { retryOnConflict, save } from '../../kit/store/save.ts';
import { accessTo } from '../auth/rights/access.ts';
import { view } from './definition.ts';
import { listQuery, loadCount } from './query.ts';

/** Limit of a person's own views in a project, and of shared ones. */
const MOST = 100;
const MOST_SHOWN = 200;

const { fields } = view;
const name = z.string().max(60);
const columns = z.strictObject({
  order: z.array(z.string().max(60)).max(100).optional(),
  hidden: z.array(z.string().max(60)).max(100).optional(),
  widths: z.record(z.string().max(60), z.number().min(20).max(2000)).optional(),
});
const input = {
  name: fieldSchema(fields.name),
  query: z.string().max(2000),
  columns: columns.nullable(),
  shared: z.boolean(),
};
const shape = {
  id: idSchema,
  version: z.int(),
  list: z.string(),
  name,
  query: z.string(),
  columns: columns.nullable(),
  shared: z.boolean(),
  owner: z.string(),
  mine: z.boolean(),
  mayChange: z.boolean(),
};
const viewSchema = z.object(shape);

const reads = (ctx: Ctx, definition: Definition) => can(ctx, definition.code, 'read');
const isAdmin = async (ctx: Ctx) => (await accessTo(ctx.userId, ctx.projectId))?.admin ?? false;

function shown(ctx: Ctx, doc: Doc<typeof view>, admin: boolean): z.output<typeof viewSchema> {
  const mine = doc.userId === ctx.userId;
  return {
    id: doc._id,
    version: doc.version,
    list: doc.list,
    name: doc.name,
    query: doc.query ?? '',
    columns: doc.columns ? JSON.parse(doc.columns) : null,
    shared: doc.shared,
    owner: doc.owner ?? '',
    mine,
    mayChange: mine || (admin && doc.shared),
  };
}

/** Views of a list, or of all, visible to the caller: own and shared. */
async function loadViews(ctx: Ctx, list: string | undefined): Promise<Doc<typeof view>[]> {
  const lists = MODULES.filter(module => reads(ctx, module) && (!list || module.name === list)).map(
    module => module.name,
  );
  return records(view).find(
    ctx,
    { list: { $in: lists }, $or: [{ shared: true }, { userId: ctx.userId }] },
    { sort: { 'sorted.name': 1, _id: 1 }, limit: MOST_SHOWN, patience: 2000 },
  );
}

/** A view that the caller may change; another person's own view is a 404. */
async function changeable(ctx: Ctx, id: string): Promise<Doc<typeof view>> {
  const doc = await records(view).get(ctx, id);
  if (!doc || (doc.userId !== ctx.userId && !doc.shared)) return fail('NOT_FOUND');
  const definition = definitionOf(doc.list);
  if (!reads(ctx, definition)) return fail('NOT_FOUND');
  if (doc.userId !== ctx.userId && !(await isAdmin(ctx)))
    return fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: definition.code });
  return doc;
}

/** Values of a request to be stored. */
function values(definition: Definition, body: { query?: string; columns?: unknown; name?: string; shared?: boolean }) {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.shared !== undefined && { shared: body.shared }),
    ...(body.query !== undefined && { query: listQuery(definition, body.query) }),
    ...(body.columns !== undefined && { columns: body.columns ? JSON.stringify(body.columns) : null }),
  };
}

const byId = z.strictObject({ id: idSchema });

/** Saved views of lists: own ones, and those shared in the project. */
export const viewRoutes: Route[] = [
  route({
    method: 'get',
    path: '/views',
    summary: 'Saved views of lists, own and shared, each with how many records it shows',
    module: 'UNIT_GROUP',
    query: z.strictObject({ list: z.enum(MODULES.map(module => module.name)).optional() }),
    answer: z.array(z.object({ ...shape, count: z.int().nullable() })),
    async run(ctx, { query }) {
      const admin = await isAdmin(ctx);
      const rows = (await loadViews(ctx, query.list)).map(doc => shown(ctx, doc, admin));
      return Promise.all(
        rows.map(async row => ({ ...row, count: await loadCount(ctx, definitionOf(row.list), row.query) })),
      );
    },
  }),
  route({
    method: 'post',
    path: '/views',
    summary: 'Save a view of a list',
    module: 'UNIT_GROUP',
    creates: true,
    body: z.strictObject({
      list: z.enum(MODULES.map(module => module.name)),
      ...input,
      columns: input.columns.optional(),
      shared: z.boolean().default(false),
    }),
    answer: viewSchema,
    async run(ctx, { body }) {
      const definition = definitionOf(body.list);
      if (!reads(ctx, definition)) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: definition.code });
      if ((await records(view).count(ctx, { userId: ctx.userId })) >= MOST)
        failFields({ name: { code: 'TOO_MANY', params: { max: MOST } } });
      const stored = { list: body.list, ...values(definition, body), userId: ctx.userId, owner: ctx.actor.name };
      assertWritable(ctx, view.fields, stored);
      const doc = await build(ctx, view, stored);
      const answer = shown(ctx, doc, false);
      await save(ctx, [{ definition: view, action: 'create', insert: doc }], answer);
      return answer;
    },
  }),
  route({
    method: 'put',
    path: '/views/:id',
    summary: 'Change a view: its maker may, and an Admin where it is shared',
    module: 'UNIT_GROUP',
    params: byId,
    body: z
      .strictObject(input)
      .partial()
      .extend({ version: z.int().min(1).max(1_000_000_000) }),
    answer: viewSchema,
    async run(ctx, { params, body }) {
      const doc = await changeable(ctx, params.id);
      const { version, ...changes } = body;
      const next = values(definitionOf(doc.list), changes);
      return shown(ctx, await update(ctx, view, doc, version, next, {}), await isAdmin(ctx));
    },
  }),
  route({
    method: 'delete',
    path: '/views/:id',
    summary: 'Delete a view: its maker may, and an Admin where it is shared',
    module: 'UNIT_GROUP',
    params: byId,
    answer: z.object({ id: idSchema }),
    async run(ctx, { params }) {
      await retryOnConflict(async () => remove(ctx, view, await changeable(ctx, params.id), {}, []));
      return { id: params.id };
    },
  }),
];

/** Whom a view's event concerns: its creator, and if it is or was shared all readers of its list; null for other events. */
export function changedView(
  row: Pick<EventRow, 'entity' | 'row' | 'before'>,
): { list: string; module: string | null; userId: string } | null {
  if (row.entity !== view.name || !row.row) return null;
  const list = String(row.row.list);
  const shared = row.row.shared === true || row.before?.shared === true;
  return { list, module: shared ? definitionOf(list).code : null, userId: String(row.row.userId) };
}
