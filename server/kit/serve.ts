import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import {
  type Action,
  answers,
  type Definition,
  makingFlag,
  reasonInput,
  removes,
} from '@lobby/shared/kit/definition.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { oncePer } from '@lobby/shared/kit/once-per.ts';
import { asksPast, overIn } from '@lobby/shared/kit/over.ts';
import { contentRange } from '@lobby/shared/kit/paging.ts';
import { useMarkupCleaner } from '@lobby/shared/kit/rich-text.ts';
import { type FieldSchema, fieldSchema, type InputShape, idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from './base/context.ts';
import { failFields } from './base/errors.ts';
import { sanitizeMarkup } from './base/markup.ts';
import { expandFiles } from './files/files.ts';
import { type Route, route } from './http/route.ts';
import { holdKeys } from './privacy/person-keys.ts';
import { activityRoute } from './records/activity.ts';
import {
  act,
  assertVisible,
  detailFlag,
  editFlag,
  load,
  loadScope,
  type Rule,
  readerOf,
  ruleOf,
} from './records/acts/act.ts';
import { loadOpened } from './records/acts/merged.ts';
import { checkInput, multiRoute } from './records/acts/multi.ts';
import { removeManyRoute } from './records/acts/remove-many.ts';
import { restoreRoute } from './records/acts/restore.ts';
import { revealRoutes } from './records/acts/reveal.ts';
import { undoManyRoute } from './records/acts/undo-many.ts';
import type { Behaviour } from './records/behaviour.ts';
import { countsRoute } from './records/lists/counts.ts';
import { joinedQuery, listSchema, readPage } from './records/lists/list.ts';
import { optionsRoute } from './records/lists/options.ts';
import { present } from './records/present.ts';
import { create, inputFields, remove, update } from './records/records.ts';
import { exportRoutes, plainExportRoute } from './sheets/export.ts';
import { importRoutes } from './sheets/import/routes.ts';
import { retryOnConflict } from './store/save.ts';
import type { Stored } from './store/schema.ts';

useMarkupCleaner(sanitizeMarkup);

/** Hooks of a module, and rules of its acts by name. */
export interface ModuleBehaviour extends Behaviour {
  acts?: Readonly<Record<string, Rule>>;
}

/** A document as its reader gets it whole, with its files. */
export async function loadDetail(ctx: Ctx, definition: Definition, doc: Stored): Promise<Record<string, unknown>> {
  if (definition.person) await holdKeys([doc]);
  return expandFiles(ctx, definition, present(definition, ctx.projectId, doc, readerOf(ctx), 'detail'));
}

/** The standard routes of a definition, in matching order. */
export function serve(definition: Definition, behaviour: ModuleBehaviour, all: readonly Definition[]): Route[] {
  const routes: Route[] = [];
  if (answers(definition, 'badges')) routes.push(countsRoute(definition));
  if (answers(definition, 'options')) routes.push(optionsRoute(definition));
  if (answers(definition, 'export') && definition.flags.includes('export'))
    routes.push(...exportRoutes(definition, behaviour.exports));
  if (answers(definition, 'export') && definition.flags.includes('exportEncrypted'))
    routes.push(plainExportRoute(definition, behaviour.exports));
  if (definition.imports) routes.push(...importRoutes(definition, behaviour));
  if (answers(definition, 'list')) routes.push(list(definition));
  if (answers(definition, 'create')) routes.push(creation(definition, behaviour));
  routes.push(...actions(definition, behaviour));
  if (removes(definition)) routes.push(removeManyRoute(definition, behaviour, all));
  for (const name of Object.keys(definition.undo ?? {}))
    if (name === 'remove' || definition.actions?.[name]?.multi)
      routes.push(undoManyRoute(definition, name, behaviour, all));
  if (answers(definition, 'reveal')) routes.push(...revealRoutes(definition));
  if (answers(definition, 'activities')) routes.push(activityRoute(definition));
  if (answers(definition, 'detail')) routes.push(detail(definition));
  if (answers(definition, 'update')) routes.push(edit(definition, behaviour));
  if (removes(definition)) routes.push(removal(definition, behaviour, all));
  if (definition.undo?.remove) routes.push(restoreRoute(definition, behaviour, all));
  return routes;
}

/** Confirms a time in the past: forms ask the user, API clients send this. */
export const meaning = z.strictObject({ over: z.literal('meant').optional() });
const nothing = z.strictObject({});
const meaningOf = oncePer(({ fields }: Definition) => (asksPast(fields) ? meaning : nothing));

/** Refuses a time in the past that was not confirmed, where forms ask about it. A stored value may stay. */
export function assertWithinLimits(
  ctx: Ctx,
  { fields }: Definition,
  values: object,
  query: object,
  doc?: Stored,
): void {
  if ('over' in query) return;
  const isNew = ([name, value]: [string, unknown]) => {
    const stored = doc?.[name];
    return !(stored instanceof Date && stored.getTime() === Date.parse(String(value)));
  };
  const name = overIn(fields, Object.fromEntries(Object.entries(values).filter(isNew)), ctx.now.getTime());
  if (name) failFields({ [name]: { code: 'TIME_IS_OVER' } });
}

const byId = z.strictObject({ id: idSchema });
const versionSchema = z.int().min(1).max(1_000_000_000);

function list(definition: Definition): Route {
  return route({
    method: 'get',
    path: definition.path,
    summary: `List ${definition.name}s`,
    module: definition.code,
    flags: ['read'],
    residents: definition.resident !== undefined,
    query: () => listSchema(definition),
    answer: () => z.array(responseSchema(definition, 'row')),
    async run(ctx, { query, res }) {
      assertVisible(ctx, definition, [...Object.keys(query.filter), query.sort.replace('-', '')]);
      const page = await readPage(
        definition,
        await joinedQuery(definition, query.filter, ctx, await loadScope(ctx, definition)),
        query,
        ctx,
      );
      res.set('Content-Range', contentRange(page.offset, page.rows.length, page.total));
      if (definition.person) await holdKeys(page.rows);
      if (page.next) res.set('X-Next-Cursor', page.next);
      return page.rows.map(row => present(definition, ctx.projectId, row, readerOf(ctx)));
    },
  });
}

function detail(definition: Definition): Route {
  return route({
    method: 'get',
    path: `${definition.path}/:id`,
    summary: `One ${definition.name}`,
    module: definition.code,
    flags: [detailFlag(definition)],
    residents: definition.resident !== undefined,
    params: byId,
    answer: () => responseSchema(definition, 'detail'),
    run: async (ctx, { params }) => loadDetail(ctx, definition, await loadOpened(ctx, definition, params.id)),
  });
}

function creation(definition: Definition, behaviour: ModuleBehaviour): Route {
  return route({
    method: 'post',
    path: definition.path,
    summary: `Create a ${definition.name}`,
    module: definition.code,
    flags: [makingFlag(definition)],
    residents: definition.resident?.create ?? false,
    creates: true,
    query: () => meaningOf(definition),
    body: () =>
      checked(definition, inputSchema(definition.fields, 'create')).meta({ title: `${definition.name} input` }),
    residentBody: () => checked(definition, inputSchema(residentFields(definition), 'create')),
    answer: () => responseSchema(definition, 'detail'),
    run: async (ctx, { body, query }) => {
      assertWithinLimits(ctx, definition, body, query);
      return retryOnConflict(() => create(ctx, definition, { ...body, ...ownUnit(ctx, definition) }, behaviour));
    },
  });
}

// Residents act for the unit of the request, never for one in the body.
const ownUnit = (ctx: Ctx, { fields }: Definition) =>
  ctx.kind === 'resident'
    ? {
        ...('unitId' in fields && { unitId: ctx.unitId }),
        ...('residentId' in fields && { residentId: ctx.residentId }),
      }
    : {};

function residentFields(definition: Definition): Fields {
  const { unitId: _unit, residentId: _resident, ...fields } = inputFields(definition, 'resident');
  return fields;
}

/** Adds the definition's checks across fields to the schema. */
function checked(definition: Definition, schema: z.ZodObject) {
  const { check } = definition;
  if (!check) return schema;
  return schema.superRefine((values, issues) => {
    for (const [path, error] of Object.entries(check(values)))
      issues.addIssue({ code: 'custom', path: path.split('.'), message: error.code, params: error.params });
  });
}

function edit(definition: Definition, behaviour: ModuleBehaviour): Route {
  return route({
    method: 'put',
    path: `${definition.path}/:id`,
    summary: `Edit a ${definition.name}`,
    module: definition.code,
    flags: [editFlag(definition)],
    residents: definition.resident?.editedIn !== undefined || definition.resident?.edits === true,
    params: byId,
    query: () => meaningOf(definition),
    body: () =>
      inputSchema(definition.fields, 'update')
        .extend({ version: versionSchema })
        .meta({ title: `${definition.name} change` }),
    residentBody: () => inputSchema(residentFields(definition), 'update').extend({ version: versionSchema }),
    answer: () => responseSchema(definition, 'detail'),
    async run(ctx, { params, body, query }) {
      const { version, ...values } = body;
      const doc = await load(ctx, definition, params.id);
      assertWithinLimits(ctx, definition, values, query, doc);
      const errors = definition.check?.({ ...doc, ...values }) ?? {};
      if (Object.keys(errors).length > 0) failFields(errors);
      return loadDetail(ctx, definition, await update(ctx, definition, doc, Number(version), values, behaviour));
    },
  });
}

const removed = z.object({ id: idSchema, version: z.int() });

function removal(definition: Definition, behaviour: ModuleBehaviour, all: readonly Definition[]): Route {
  return route({
    method: 'delete',
    path: `${definition.path}/:id`,
    summary: `Remove a ${definition.name}`,
    module: definition.code,
    flags: ['delete'],
    residents: definition.resident?.removes === true,
    params: byId,
    answer: removed,
    async run(ctx, { params }) {
      const { version } = await retryOnConflict(async () =>
        remove(ctx, definition, await load(ctx, definition, params.id), behaviour, all),
      );
      return { id: params.id, version };
    },
  });
}

const schemaOf = oncePer((action: Action): z.ZodObject => {
  const input = inputSchema(action.input ?? {}, 'create');
  if (action.input?.reason && !action.reason) return input;
  const reason = fieldSchema(action.reason ? reasonInput(action) : { kind: 'longText', max: 1000 });
  return input.extend({ reason: action.reason ? reason : reason.nullish() });
});

type Reason = FieldSchema<{ kind: 'longText' }>;
type ReasonShape<A> = A extends { reason: true | string }
  ? { reason: Reason }
  : A extends { input: { reason: unknown } }
    ? unknown
    : { reason: z.ZodOptional<z.ZodNullable<Reason>> };
/** The schema of an act known at compile time has the types of its input. */
type ActionSchema<A extends Action> = Action extends A
  ? z.ZodObject
  : z.ZodObject<
      (A extends { input: infer FS extends Fields } ? InputShape<FS, 'create'> : unknown) & ReasonShape<A>,
      z.core.$strict
    >;

/** Input schema of an act. */
export function actionSchema<const A extends Action>(action: A): ActionSchema<A>;
export function actionSchema(action: Action): z.ZodObject {
  return schemaOf(action);
}

function actions(definition: Definition, behaviour: ModuleBehaviour): Route[] {
  const routes: Route[] = [];
  for (const [name, action] of Object.entries(definition.actions ?? {})) {
    if (action.by === 'system') continue;
    const rule = ruleOf(definition, name, behaviour.acts);
    if (action.multi) routes.push(multiRoute(definition, name, action, () => actionSchema(action), rule));
    for (const path of [name, ...(action.paths ?? [])]) routes.push(actRoute(definition, name, path, action, rule));
  }
  return routes;
}

const actRoute = (definition: Definition, name: string, path: string, action: Action, rule: Rule): Route =>
  route({
    method: 'put',
    path: `${definition.path}/:id/${path}`,
    summary: `${name} a ${definition.name}`,
    module: definition.code,
    flags: [action.flag],
    residents: action.by === 'resident' || action.by === 'both',
    staff: action.by !== 'resident',
    params: byId,
    body: () => actionSchema(action).extend({ version: versionSchema.optional() }),
    answer: () => responseSchema(definition, 'detail'),
    async run(ctx, { params, body }) {
      // For residents, a record of another unit is a 404, whatever else is wrong with the input.
      if (ctx.kind === 'resident') await load(ctx, definition, params.id);
      await checkInput(ctx, action, body);
      return loadDetail(ctx, definition, await act(ctx, definition, name, params.id, body, rule));
    },
    // If the act removes its record, a repeated call is answered with the removed record.
    again: async (ctx, { params }) =>
      loadDetail(ctx, definition, await load(ctx, definition, params.id, { ended: action.ends ?? false })),
  });
