import type { Action, Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { MULTI_AT_ONCE } from '@lobby/shared/kit/paging.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import type { Response } from 'express';
import { z } from 'zod';
import { act, type Rule } from './act.ts';
import type { Ctx } from './context.ts';
import { Refusal } from './fail.ts';
import { filterSchema, joinedQuery } from './list.ts';
import { words } from './messages.ts';
import { modelOf, type Stored } from './model.ts';
import { type Outcome, runInBackground, type Work } from './progress.ts';
import { refuseForbidden } from './records.ts';
import { checkRefs } from './refs.ts';
import { type Route, route } from './route.ts';

const refusal = z.object({ id: z.string(), code: z.string(), message: z.string() });
const done = z.object({ done: z.array(z.string()), refused: z.array(refusal) });

/** `PUT /<action>-multi`: on the ids, or on all that a filter finds; each record by itself, so that one refusal stops no other (api.md, Multi). */
export function multiRoute(
  definition: Definition,
  name: string,
  action: Action,
  input: z.ZodObject,
  rule: Rule,
): Route {
  return route({
    method: 'put',
    path: `${definition.path}/${name}-multi`,
    summary: `${name} many ${definition.name}s`,
    module: definition.code,
    flags: [action.flag],
    body: chosenSchema(definition, input),
    answer: manyAnswer,
    async run(ctx, { body, res }) {
      const { ids, isAll, filter, ...values } = body as Chosen & Record<string, unknown>;
      refuseForbidden(ctx, { ...action.input, reason: { kind: 'longText', max: 1000 } }, values);
      await checkRefs(ctx, action.input ?? {}, values);
      const chosen = await chosenIds(ctx, definition, { ids, isAll, filter }, action.from);
      const work = { action: name, input: values, ids: chosen };
      return each(ctx, definition, work, res, (id, run) => act(ctx, definition, name, id, values, rule, run));
    },
  });
}

/** Records by their ids, or all that a filter finds. */
export interface Chosen {
  ids?: string[] | undefined;
  isAll?: true | undefined;
  filter?: Filter | undefined;
}

/** What a call on many takes beside its own input. */
export function chosenSchema(definition: Definition, input: z.ZodObject): z.ZodObject {
  return input
    .extend({
      ids: z.array(idSchema).min(1).max(5000).optional(),
      isAll: z.literal(true).optional(),
      filter: filterSchema(definition).optional(),
    })
    .superRefine((body, issues) => {
      if (Boolean(body.ids) === Boolean(body.isAll))
        issues.addIssue({ code: 'custom', path: ['ids'], message: 'REQUIRED' });
    });
}

/** How a call on many answers. */
export const manyAnswer = z.union([done, z.object({ progressId: z.string() })]);

/** Does something to each of the records by itself: at once where they are few, else in the background. */
export async function each(
  ctx: Ctx,
  definition: Definition,
  work: Work,
  res: Response,
  run: (id: string, run?: string) => Promise<Stored>,
): Promise<z.infer<typeof manyAnswer>> {
  const one = (id: string, marked?: string) => attempt(ctx, id, () => run(id, marked));
  if (work.ids.length > MULTI_AT_ONCE) {
    res.status(202);
    return { progressId: await runInBackground(ctx, definition, work, one) };
  }
  const answer: z.infer<typeof done> = { done: [], refused: [] };
  for (const id of work.ids) {
    const { refused } = await one(id);
    if (refused) answer.refused.push(refused);
    else answer.done.push(id);
  }
  return answer;
}

/** The ids that are meant; of all under a filter those in a status that the act is done from. */
export async function chosenIds(
  ctx: Ctx,
  definition: Definition,
  { ids, isAll, filter }: Chosen,
  from: readonly string[],
): Promise<string[]> {
  if (!isAll) return [...new Set(ids)];
  const query = await joinedQuery(definition, filter ?? {}, ctx);
  const narrows = definition.statuses && from.length > 0 && query.status === undefined;
  const docs = await modelOf(definition)
    .find({ ...query, ...(narrows && { status: { $in: [...from] } }) }, { _id: 1 })
    .maxTimeMS(10_000)
    .lean<{ _id: string }[]>();
  return docs.map(doc => doc._id);
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
