import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../base/context.ts';
import { fail, failFields } from '../base/errors.ts';
import { type Route, route } from '../http/route.ts';
import { load } from '../records/acts/act.ts';
import { readersIn } from '../store/refs/refs.ts';
import { retryOnConflict, save } from '../store/save.ts';
import { called, changedFollowing, type Following, followingOf, MOST_FOLLOWERS, without } from './following.ts';

const params = z.strictObject({ id: idSchema });
const answer = z.object({ followerIds: z.array(z.string()) });

/** Changes the followers of a record, without making open forms stale. */
const change = (ctx: Ctx, definition: Definition, id: string, action: string, to: (before: Following) => Following) =>
  retryOnConflict(async () => {
    const doc = await load(ctx, definition, id);
    const after = to(followingOf(doc));
    const { followerIds } = after;
    if (followerIds.length > MOST_FOLLOWERS) failFields({ add: { code: 'TOO_MANY', params: { max: MOST_FOLLOWERS } } });
    const set = changedFollowing(doc, after);
    if (Object.keys(set).length === 0) return { followerIds };
    const update = { doc, set, keepVersion: true, while: { followerIds: doc.followerIds } };
    await save(ctx, [{ definition, action, update }]);
    return { followerIds };
  });

/**
 * `PUT /:id/follow` and `/unfollow`: the caller follows a record, or no longer; allowed to all who see it. `/followers`:
 * sets the followers.
 */
export const followRoutes = (definition: Definition): Route[] => {
  const common = { method: 'put', module: definition.code, params, answer } as const;
  const me = (ctx: Ctx) => ctx.employeeId ?? fail('FORBIDDEN');
  return [
    route({
      ...common,
      path: `${definition.path}/:id/follow`,
      summary: `Hear of what happens with a ${definition.name}`,
      flags: ['read'],
      run: (ctx, { params: { id } }) => change(ctx, definition, id, 'follow', before => called(before, [me(ctx)])),
    }),
    route({
      ...common,
      path: `${definition.path}/:id/unfollow`,
      summary: `Hear no more of what happens with a ${definition.name}`,
      flags: ['read'],
      run: (ctx, { params: { id } }) => change(ctx, definition, id, 'unfollow', before => without(before, [me(ctx)])),
    }),
    route({
      ...common,
      path: `${definition.path}/:id/followers`,
      summary: `Who of the staff hears of what happens with a ${definition.name}`,
      flags: ['write'],
      body: z.strictObject({
        add: z.array(idSchema).max(MOST_FOLLOWERS).default([]),
        remove: z.array(idSchema).max(200).default([]),
      }),
      async run(ctx, { params: { id }, body: { add, remove } }) {
        const able = await readersIn(ctx.projectId, definition.code, add);
        if (add.some(follower => !able.has(follower)))
          failFields({ add: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
        return change(ctx, definition, id, 'followers', before => without(called(before, add), remove));
      },
    }),
  ];
};
