import { idSchema } from '@lobby/shared/kit/schema.ts';
import { nameKey } from '@lobby/shared/kit/text-search.ts';
import { floor, MOST_FLOORS } from '@lobby/shared/modules/floor.ts';
import { block } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import { route } from '../../kit/http/route.ts';
import { build } from '../../kit/records/records.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { save } from '../../kit/store/save.ts';

const level = z.int().min(-20).max(300);

/** Name of a floor by its order: `B2` two below the ground, `G` at the ground, else its number. */
export function floorName(order: number): string {
  return order < 0 ? `B${-order}` : order === 0 ? 'G' : String(order);
}

/** `POST /floor/range`: creates the floors of a block in a range; existing ones are kept. */
export const makeFloors = route({
  method: 'post',
  path: `${floor.path}/range`,
  summary: 'Make the floors of a block from one to another',
  module: floor.code,
  flags: ['write'],
  creates: true,
  body: z.strictObject({
    blockId: idSchema,
    from: level,
    to: level,
    without: z.array(level).max(MOST_FLOORS).optional(),
  }),
  answer: z.object({ made: z.array(idSchema), existed: z.array(z.string()) }),
  async run(ctx, { body: { blockId, from, to, without = [] } }) {
    const orders = levels(from, to).filter(order => !without.includes(order));
    await needRef(ctx, block, blockId, 'blockId');
    const there = await records(floor).find(ctx, { blockId }, { only: ['name'] });
    const names = new Set(there.map(item => nameKey(item.name)));
    const fresh = orders.filter(order => !names.has(nameKey(floorName(order))));
    const docs: Doc<typeof floor>[] = [];
    for (const order of fresh) docs.push(await build(ctx, floor, { name: floorName(order), blockId, order }));
    const answer = {
      made: docs.map(doc => doc._id),
      existed: orders.filter(order => !fresh.includes(order)).map(floorName),
    };
    await save(
      ctx,
      docs.map(insert => ({ definition: floor, action: 'create', insert })),
      answer,
    );
    return answer;
  },
});

function levels(from: number, to: number): number[] {
  const count = to - from + 1;
  if (count < 1 || count > MOST_FLOORS)
    failFields({ to: { code: 'FLOOR_RANGE_INVALID', params: { max: MOST_FLOORS } } }, 'FLOOR_RANGE_INVALID');
  return Array.from({ length: count }, (_, n) => from + n);
}
