import type { Action, Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import { MULTI_AT_ONCE } from '@lobby/shared/kit/paging.ts';
import { chosenIdsSchema, fieldSchema } from '@lobby/shared/kit/schema.ts';
import type { Response } from 'express';
import { z } from 'zod';
import type { Ctx } from '../../base/context.ts';
import { failFields, Refusal } from '../../base/errors.ts';
import { words } from '../../base/messages.ts';
import { clockNow } from '../../database/clock.ts';
import { newId } from '../../database/database.ts';
import { checkFiles } from '../../files/files.ts';
import { type Route, route } from '../../http/route.ts';
import { type Outcome, type Refused, type RunWork, runInBackground } from '../../jobs/runs.ts';
import { checkOffered, checkRefs, checkWorkers, loadRefs, targetOf } from '../../store/refs/refs.ts';
import { modelOf, type Stored } from '../../store/schema.ts';
import { cameSince } from '../lists/added-since.ts';
import { joinedQuery } from '../lists/list.ts';
import { assertWritable } from '../records.ts';
import { act, loadScope, type Rule } from './act.ts';

const refusal = z.object({ id: z.string(), code: z.string(), message: z.string() });
const done = z.object({ done: z.array(z.string()), refused: z.array(refusal) });

/**
 * `PUT /<action>-multi`: by ids or by filter. Each record is handled alone, so that a refusal does not stop the others
 * (api.md, Multi).
 */
export function multiRoute(
  definition: Definition,
  name: string,
  action: Action,
  input: () => z.ZodObject,
  rule: Rule,
): Route {
  return route({
    method: 'put',
    path: `${definition.path}/${name}-multi`,
    summary: `${name} many ${definition.name}s`,
    module: definition.code,
    flags: [action.flag],
    body: () => chosenSchema(definition, input(), definition.idsKey),
    answer: manyAnswer,
    async run(ctx, { body, res }) {
      const {
        [definition.idsKey ?? 'ids']: named,
        ids = named,
        isAll,
        filter,
        chosenAt,
        ...values
      } = body as Chosen & Record<string, unknown> & { [key: string]: string[] | undefined };
      await checkInput(ctx, action, values);
      const chosen = await chosenIds(ctx, definition, { ids, isAll, filter, chosenAt }, action.from);
      const order = typeof action.multi === 'object' ? action.multi.inOrderOf : null;
      const ordered = order ? { ids: await inOrder(ctx, definition, chosen.ids, order), oneByOne: true } : {};
      const { together } = rule;
      const work = { action: name, input: values, flags: [action.flag], together, ...chosen, ...ordered };
      return each(ctx, definition, work, res, (now, id, run) => act(now, definition, name, id, values, rule, run));
    },
  });
}

/** Refuses act input with errors that the schema cannot detect. */
export async function checkInput(
  ctx: Ctx,
  { input = {}, list }: Action,
  values: Record<string, unknown>,
): Promise<void> {
  if (list && ![list, 'add', 'remove'].some(name => values[name])) failFields({ [list]: { code: 'REQUIRED' } });
  assertWritable(ctx, { ...input, reason: { kind: 'longText', max: 1000 } }, values);
  await checkFiles(ctx, input, values);
  await checkOffered(ctx, input, values);
  await checkRefs(ctx, input, values);
  await checkWorkers(ctx, input, values);
}

/** A choice of records: by ids, or all of a filter. */
export interface Chosen {
  ids?: string[] | undefined;
  isAll?: true | undefined;
  filter?: Filter | undefined;
  /** When "all" was chosen: records that came under the filter later are left out. */
  chosenAt?: string | undefined;
}

const CHOSEN_AT =
  'With isAll: when all were chosen, by the time in X-Time of earlier answers. What came into the filter later is refused with CAME_SINCE.';

/** Input schema of a call on many records. */
export function chosenSchema<I extends z.ZodObject>(
  definition: Definition,
  input: I,
  idsKey?: string,
): z.ZodType<z.output<I> & Chosen>;
export function chosenSchema(definition: Definition, input: z.ZodObject, idsKey = 'ids'): z.ZodType {
  const ids = chosenIdsSchema(definition).optional();
  return input
    .extend({
      ids,
      [idsKey]: ids,
      isAll: z.literal(true).optional(),
      filter: filterSchema(definition).optional(),
      chosenAt: fieldSchema({ kind: 'instant' }).optional().describe(CHOSEN_AT),
    })
    .superRefine((body, issues) => {
      // Exactly one way to choose records is allowed.
      if ([...new Set(['ids', idsKey, 'isAll'])].filter(name => body[name]).length !== 1)
        issues.addIssue({ code: 'custom', path: ['ids'], message: 'REQUIRED' });
    });
}

export const manyAnswer = z.union([done, z.object({ progressId: z.string() })]);

/** Handles each of the records alone: at once if they are few, otherwise in the background. */
export async function each(
  ctx: Ctx,
  definition: Definition,
  work: RunWork,
  res: Response,
  run: (ctx: Ctx, id: string, run?: string) => Promise<Stored>,
): Promise<z.infer<typeof manyAnswer>> {
  const bulk = { run: newId(), definition: definition.name };
  // Each with its own time, since the last of many is done long after the call.
  const runOne = (by: Ctx, id: string, marked?: string) =>
    attempt(by, id, () => run({ ...by, now: clockNow(), bulk }, id, marked));
  if (work.ids.length > MULTI_AT_ONCE) {
    res.status(202);
    return { progressId: await runInBackground(ctx, definition, work, runOne) };
  }
  const results = await work.together?.({ ...ctx, now: clockNow(), bulk }, work.ids, work.input, bulk.run);
  const answer: z.infer<typeof done> = { done: [...(results?.keys() ?? [])], refused: [...(work.refused ?? [])] };
  for (const id of work.ids) {
    if (results?.has(id)) continue;
    const { refused } = await runOne(ctx, id);
    if (refused) answer.refused.push(refused);
    else answer.done.push(id);
  }
  return answer;
}

/** The chosen ids. Of a filter, only records in a status that allows the act; those added since the choice are refused. */
export async function chosenIds(
  ctx: Ctx,
  definition: Definition,
  { ids, isAll, filter = {}, chosenAt }: Chosen,
  from: readonly string[],
): Promise<{ ids: string[]; refused: Refused[] }> {
  if (!isAll) return { ids: [...new Set(ids)], refused: [] };
  const query = await joinedQuery(definition, filter, ctx, await loadScope(ctx, definition));
  const narrows = definition.statuses && from.length > 0 && query.status === undefined;
  const docs = await modelOf(definition)
    .find({ ...query, ...(narrows && { status: { $in: [...from] } }) }, { _id: 1 })
    .maxTimeMS(10_000)
    .lean<{ _id: string }[]>();
  const found = docs.map(doc => doc._id);
  if (!chosenAt) return { ids: found, refused: [] };
  const later = await cameSince(ctx, definition, query, Object.keys(filter), new Date(chosenAt));
  const code = 'CAME_SINCE';
  const message = words(ctx, code);
  return {
    ids: found.filter(id => !later.has(id)),
    refused: found.filter(id => later.has(id)).map(id => ({ id, code, message })),
  };
}

/** Sorts ids by a field of their records; for a reference by its title. */
async function inOrder(ctx: Ctx, definition: Definition, ids: readonly string[], name: string): Promise<string[]> {
  const docs = await modelOf(definition)
    .find({ projectId: ctx.projectId, _id: { $in: [...ids] } }, { [name]: 1 })
    .maxTimeMS(10_000)
    .lean<Stored[]>();
  const held = new Map(docs.map(doc => [doc._id, String(doc[name] ?? '')]));
  const field = definition.fields[name];
  const target = field?.kind === 'ref' ? targetOf(field.to) : null;
  const named = target ? await loadRefs(ctx.projectId, target, [...new Set(held.values())].filter(Boolean)) : null;
  const placeOf = (id: string) => {
    const value = held.get(id) ?? '';
    return named && target ? String(named.get(value)?.[target.title] ?? '') : value;
  };
  const places = new Map(ids.map(id => [id, placeOf(id)]));
  return ids.toSorted((a, b) => {
    const [one, other] = [places.get(a) ?? '', places.get(b) ?? ''];
    return one < other ? -1 : one > other ? 1 : 0;
  });
}

async function attempt(ctx: Ctx, id: string, run: () => Promise<Stored>): Promise<Outcome> {
  try {
    const { unitId } = await run();
    return { refused: null, unitId: typeof unitId === 'string' ? unitId : null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: { id, code: error.code, message: words(ctx, error.code, error.data) }, unitId: null };
  }
}
