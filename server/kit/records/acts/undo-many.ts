import type { Definition } from '@lobby/shared/kit/definition.ts';
import { chosenIdsSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../base/context.ts';
import { fail } from '../../base/errors.ts';
import { type Route, route } from '../../http/route.ts';
import { begunAt } from '../../jobs/runs.ts';
import { type EventRow, events } from '../../store/events.ts';
import { modelOf, type Stored } from '../../store/schema.ts';
import type { Behaviour } from '../behaviour.ts';
import { act, failMissing, loadScope, type Rule, ruleOf } from './act.ts';
import { lastChange } from './last-change.ts';
import { checkInput, each, manyAnswer } from './multi.ts';
import { restore } from './restore.ts';

/** Records that the caller's run changed. */
async function loadIds(ctx: Ctx, { name }: Definition, run: string): Promise<string[]> {
  const begun = await begunAt(ctx, run);
  const rows = events()
    .find({ projectId: ctx.projectId, 'actor.id': ctx.actor.id, at: { $gte: begun }, run, entity: name })
    .project<Pick<EventRow, 'entityId'>>({ entityId: 1 })
    .maxTimeMS(10_000);
  return (await rows.toArray()).flatMap(({ entityId }) => entityId ?? []);
}

/** A record as the caller's act left it, and the event of that act. Refused if it was changed since. */
async function leftBy(ctx: Ctx, definition: Definition, name: string, id: string): Promise<[Stored, EventRow]> {
  const { projectId } = ctx;
  const seen = { _id: id, projectId, ...(await loadScope(ctx, definition)) };
  const doc = await modelOf(definition).findOne(seen).lean<Stored>();
  if (!doc) return failMissing(definition);
  const event = await events().findOne(
    { projectId, entityId: id, entity: definition.name, action: name, version: doc.version },
    { sort: { ts: -1 } },
  );
  if (event && event.actor.id === ctx.actor.id && !event.extra?.takesBack) return [doc, event];
  return fail('STATUS_CHANGED', await lastChange(definition, doc, false));
}

/** `PUT /undo-<act>-multi`: undoes an act on many records, each by the inverse act with its earlier values. */
export function undoManyRoute(
  definition: Definition,
  name: string,
  behaviour: Behaviour & { acts?: Readonly<Record<string, Rule>> },
  all: readonly Definition[],
): Route {
  const { action = '', input = {} } = definition.undo?.[name] ?? {};
  const inverse = definition.actions?.[action];
  // Marks the event as an undo, so that a repeated call does not undo the undo.
  const rule: Rule = async (...args) => ({
    ...(await ruleOf(definition, action, behaviour.acts)(...args)),
    extra: { takesBack: name },
  });
  async function back(ctx: Ctx, id: string, run?: string): Promise<Stored> {
    const [doc, { before }] = await leftBy(ctx, definition, name, id);
    if (!inverse) return restore(ctx, definition, id, doc.version, behaviour, all, run);
    const held = Object.entries(input).map(([key, field]) => [key, (before && field in before ? before : doc)[field]]);
    const values = Object.fromEntries(held.map(([key, value]) => [key, value ?? null]));
    await checkInput(ctx, inverse, values);
    return act(ctx, definition, action, id, { ...values, version: doc.version }, rule, run);
  }
  const flags = [inverse?.flag ?? 'delete'] as const;
  return route({
    method: 'put',
    path: `${definition.path}/undo-${name}-multi`,
    summary: `Take back ${name} of many ${definition.name}s, as the caller left them`,
    module: definition.code,
    flags,
    body: () =>
      z.union([z.strictObject({ ids: chosenIdsSchema(definition) }), z.strictObject({ progressId: idSchema })]),
    answer: manyAnswer,
    async run(ctx, { body, res }) {
      const ids = 'ids' in body ? [...new Set(body.ids)] : await loadIds(ctx, definition, body.progressId);
      const work = { action: `undo-${name}`, told: action, input: {}, ids, flags };
      return each(ctx, definition, work, res, (now, id, run) => back(now, id, run));
    },
  });
}
