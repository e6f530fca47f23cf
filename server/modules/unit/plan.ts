import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { planOfUnits } from '@lobby/shared/modules/unit.contract.ts';
import { block, PLAN_FIELDS, unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { route } from '../../kit/http/route.ts';
import { sortPath } from '../../kit/store/keys/search-keys.ts';
import { type AnyDoc, records } from '../../kit/store/records.ts';

/** Maximum number of units drawn at once. */
const MOST = 20_000;

async function read(ctx: Ctx, definition: typeof block | typeof floor | typeof unit, fields: readonly string[]) {
  const sort = { [sortPath(definition, definition.list.defaultSort)]: 1, _id: 1 } as const;
  return records<Definition>(definition).find(ctx, {}, { only: fields, sort, limit: MOST });
}

const picked = (docs: readonly AnyDoc[], fields: readonly string[]) =>
  docs.map(doc => ({ id: doc._id, ...Object.fromEntries(fields.map(name => [name, doc[name] ?? null])) }));

/** `GET /unit/plan`: blocks, floors and units, with the fields that the floor plan shows. */
export const unitPlan = route(planOfUnits, {
  flags: ['read'],
  async run(ctx) {
    const floorFields = ['name', 'blockId', 'order'];
    const [blocks, floors, units] = await Promise.all([
      read(ctx, block, ['name']),
      read(ctx, floor, floorFields),
      read(ctx, unit, PLAN_FIELDS),
    ]);
    // Safe cast: each has the fields that were read of it.
    return {
      blocks: picked(blocks, ['name']),
      floors: picked(floors, floorFields),
      units: picked(units, PLAN_FIELDS),
    } as AnswerOf<typeof planOfUnits>;
  },
});
