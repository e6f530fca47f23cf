import { idSchema } from '@lobby/shared/kit/schema.ts';
import { HANDOVER, handoverTemplate } from '@lobby/shared/modules/handover-data.ts';
import {
  addHandoverUnits,
  chosenUnits,
  MOST_HANDOVER_UNITS,
  refusedUnits,
} from '@lobby/shared/modules/handover-unit.contract.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields, Refusal } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load, loadScope } from '../../../kit/records/acts/act.ts';
import { joinedQuery } from '../../../kit/records/lists/list.ts';
import { build } from '../../../kit/records/records.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';
import { type Change, retryOnConflict, save, VersionConflict } from '../../../kit/store/save.ts';
import { begun, firstAppointment, loadKnown, loadRows, obligationActs } from './units.ts';

/** Rows added in one transaction. */
const CHUNK = 100;

type Chosen = z.output<ReturnType<typeof chosenUnits>>;

/** Ids of the named or filtered units. */
async function loadUnits(ctx: Ctx, { unitIds, isAll, filter }: Chosen): Promise<string[]> {
  // Exactly one way of selection must be used.
  if ((unitIds === undefined) === (isAll === undefined && filter === undefined))
    failFields({ unitIds: { code: 'REQUIRED' } });
  if (unitIds) return [...new Set(unitIds)];
  const query = await joinedQuery(unit, filter ?? {}, ctx, await loadScope(ctx, unit));
  const homes = await records(unit).find(ctx, query, {
    only: ['_id'],
    sort: { _id: 1 },
    limit: MOST_HANDOVER_UNITS + 1,
  });
  if (homes.length > MOST_HANDOVER_UNITS)
    failFields({ filter: { code: 'TOO_MANY', params: { max: MOST_HANDOVER_UNITS } } });
  return homes.map(({ _id }) => _id);
}

type Refused = z.output<typeof refusedUnits>;

/** Code and reason of a refusal; other errors are thrown again. */
export const refusalOf = (error: unknown): { code: string; reason?: string } => {
  if (!(error instanceof Refusal)) throw error;
  const reason = error.data?.reason;
  return { code: error.code, ...(typeof reason === 'string' && { reason }) };
};

/** Adds units to the programme in chunks; those already in it or handed over are reported. */
async function addUnits(ctx: Ctx, ids: readonly string[]): Promise<{ created: number; refused: Refused }> {
  const refused: Refused = [];
  let created = 0;
  for (let at = 0; at < ids.length; at += CHUNK) {
    const part = ids.slice(at, at + CHUNK);
    created += await retryOnConflict(async () => {
      const [facts, there] = await Promise.all([loadKnown(ctx, part), loadRows(ctx, { unitId: { $in: part } })]);
      const held = new Set(there.map(({ unitId }) => unitId));
      const changes: Change[] = [];
      const failures: Refused = [];
      for (const unitId of part) {
        if (held.has(unitId)) failures.push({ id: unitId, code: 'UNIT_IN_HANDOVER' });
        else if (!facts.homes.has(unitId)) failures.push({ id: unitId, code: 'NOT_FOUND' });
        else
          try {
            const insert = await build(ctx, handoverUnit, await begun(ctx, { unitId }, facts));
            changes.push({ definition: handoverUnit, action: 'create', insert }, await firstAppointment(ctx, insert));
          } catch (error) {
            failures.push({ id: unitId, ...refusalOf(error) });
          }
      }
      if (changes.length > 0)
        await save({ ...ctx, once: null }, changes).catch(error => {
          // One of them was added concurrently: the chunk is retried.
          if (error instanceof Refusal && error.code === 'UNIT_IN_HANDOVER') throw new VersionConflict();
          throw error;
        });
      refused.push(...failures);
      return changes.length / 2;
    });
  }
  return { created, refused };
}

/** `POST /handover/unit/add`: adds units to the programme, by id or filter. */
export const addRoute: Route = route(addHandoverUnits, {
  flags: ['write'],
  status: 200,
  run: async (ctx, { body }) => addUnits(ctx, await loadUnits(ctx, body)),
});

/** `PUT /handover/template/:id/apply`: assigns a template to units that still wait. */
export const applyRoute: Route = route({
  method: 'put',
  path: `${handoverTemplate.path}/:id/apply`,
  summary: 'Make a template that of units which still wait for their handover',
  module: HANDOVER,
  flags: ['write'],
  params: z.strictObject({ id: idSchema }),
  body: chosenUnits,
  answer: z.object({ done: z.array(z.string()), refused: refusedUnits }),
  async run(ctx, { params: { id: templateId }, body }) {
    await load(ctx, handoverTemplate, templateId);
    const unitIds = await loadUnits(ctx, body);
    const rows = new Map((await loadRows(ctx, { unitId: { $in: unitIds } })).map(doc => [doc.unitId, doc]));
    const done: string[] = [];
    const refused: Refused = [];
    for (const unitId of unitIds) {
      const doc = rows.get(unitId);
      if (!doc) refused.push({ id: unitId, code: 'NOT_FOUND' });
      else
        try {
          await perform(
            { ...ctx, once: null },
            { definition: handoverUnit, name: 'set-template', id: doc._id, input: { templateId } },
            obligationActs['set-template'],
          );
          done.push(unitId);
        } catch (error) {
          refused.push({ id: unitId, ...refusalOf(error) });
        }
    }
    return { done, refused };
  },
});
