import { idSchema } from '@lobby/shared/kit/schema.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import { z } from 'zod';
import { modelOf, type Stored } from '../../kit/model.ts';
import { route } from '../../kit/route.ts';

/** More groups than this are not drawn at once. */
const MOST = 5000;

/** `GET /label-group/tree`: all groups by name, with how many labels are directly in each. */
export const groupTree = route({
  method: 'get',
  path: `${labelGroup.path}/tree`,
  summary: 'All groups of labels, with how many labels each has',
  module: labelGroup.code,
  flags: ['read'],
  answer: z.array(
    z.object({
      id: idSchema,
      version: z.int(),
      name: z.string(),
      parentId: idSchema.nullable(),
      labels: z.int(),
    }),
  ),
  async run(ctx) {
    const live = { projectId: ctx.projectId, deletedAt: null };
    const [groups, counts] = await Promise.all([
      modelOf(labelGroup)
        .find(live, { name: 1, parentId: 1, version: 1 })
        .sort({ name: 1, _id: 1 })
        .limit(MOST)
        .maxTimeMS(5000)
        .lean<Stored[]>(),
      modelOf(label)
        .aggregate<{ _id: string; count: number }>([
          { $match: { ...live, groupId: { $type: 'string' } } },
          { $group: { _id: '$groupId', count: { $sum: 1 } } },
        ])
        .option({ maxTimeMS: 5000 }),
    ]);
    const countOf = new Map(counts.map(({ _id, count }) => [_id, count]));
    return groups.map(({ _id, version, name, parentId }) => ({
      id: _id,
      version,
      name,
      parentId: parentId ?? null,
      labels: countOf.get(_id) ?? 0,
    }));
  },
});
