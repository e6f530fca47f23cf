import { idSchema } from '@lobby/shared/kit/schema.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { type Collection, db } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';

/** A pair of residents marked as two different people. */
interface Apart {
  _id: string;
  projectId: string;
}

export const apartCollection: Collection = { name: 'twoPeople', indexes: [{ key: { projectId: 1 } }] };
const rows = () => db().collection<Apart>(apartCollection.name);

/** Id of a pair, independent of the order. */
export const pairOf = (first: string, other: string): string => [first, other].sort().join(' ');

/** Pairs marked as different people. */
export async function knownApart({ projectId }: Ctx): Promise<ReadonlySet<string>> {
  const all = await rows().find({ projectId }).toArray();
  return new Set(all.map(({ _id }) => _id));
}

/** `PUT /member/:id/two-people`: marks a pair as different people; `apart: false` removes the mark. */
export const twoPeople: Route = route({
  method: 'put',
  path: `${resident.path}/:id/two-people`,
  summary: 'Remember that two residents who look alike are two people, or forget it',
  module: resident.code,
  flags: ['delete'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ withId: idSchema, apart: z.boolean().default(true) }),
  answer: z.object({ id: idSchema, withId: idSchema, apart: z.boolean() }),
  async run(ctx, { params: { id }, body: { withId, apart } }) {
    const doc = await load(ctx, resident, id);
    if (withId === id) failFields({ withId: { code: 'RESIDENT_MERGES_WITH_ITSELF' } });
    if (!(await records(resident).first(ctx, { _id: withId }, { only: ['_id'] })))
      failFields({ withId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
    const pair = { _id: pairOf(id, withId), projectId: ctx.projectId };
    await save(ctx, [
      {
        definition: resident,
        action: apart ? 'two-people' : 'one-person',
        update: { doc, set: {}, keepVersion: true },
        note: { before: null, after: null },
        async also(session) {
          if (apart) await rows().updateOne(pair, { $set: {} }, { upsert: true, session });
          else await rows().deleteOne(pair, { session });
        },
      },
    ]);
    return { id, withId, apart };
  },
});
