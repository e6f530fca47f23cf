import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import { fail } from '../base/errors.ts';
import { type Route, route } from '../http/route.ts';
import { load } from '../records/act.ts';
import { save, untilSettled } from '../store/save.ts';

/** `PUT /:id/follow`: the caller wants to hear of a record, or no more. Whoever sees it may; nobody's open form goes stale by it. */
export const followRoute = (definition: Definition): Route =>
  route({
    method: 'put',
    path: `${definition.path}/:id/follow`,
    summary: `Hear of what happens with a ${definition.name}, or no more`,
    module: definition.code,
    flags: ['read'],
    params: z.strictObject({ id: idSchema }),
    body: z.strictObject({ follow: z.boolean() }),
    answer: z.object({ followerIds: z.array(z.string()) }),
    run: (ctx, { params: { id }, body: { follow } }) =>
      untilSettled(async () => {
        const me = ctx.employeeId ?? fail('FORBIDDEN');
        const doc = await load(ctx, definition, id);
        const before = Array.isArray(doc.followerIds) ? doc.followerIds.map(String) : [];
        if (before.includes(me) === follow) return { followerIds: before };
        const followerIds = follow ? [...before, me] : before.filter(one => one !== me);
        const update = { doc, set: { followerIds }, keepVersion: true, while: { followerIds: doc.followerIds } };
        await save(ctx, [{ definition, action: follow ? 'follow' : 'unfollow', update }]);
        return { followerIds };
      }),
  });
