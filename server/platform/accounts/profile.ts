import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { transaction } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { writeEvents } from '../../kit/store/events.ts';
import { eventOf } from '../auth/sessions.ts';
import { shownUser, userSchema, users } from '../auth/users.ts';
import { checkQuiet, choiceInputs, nameInput } from './inputs.ts';

/** Changes of the own account. */
export const profileRoutes: Route[] = [
  route({
    method: 'put',
    path: '/auth/me',
    module: 'AUTH',
    summary: 'Change the own name, language of mails, or what one is told of',
    audience: 'user',
    body: z.strictObject({
      name: nameInput.optional(),
      ...choiceInputs,
    }),
    answer: z.object({ user: userSchema }),
    async run(ctx, { body }) {
      if (body.quiet) checkQuiet((await users().findOne({ _id: ctx.userId }))?.kind ?? 'staff', body.quiet);
      const set = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const user = await transaction(async tx => {
        const after = await users().findOneAndUpdate(
          { _id: ctx.userId },
          // `_id` is set too, because MongoDB refuses an empty `$set`.
          { $set: { _id: ctx.userId, ...set } },
          { session: tx, returnDocument: 'after' },
        );
        if (!after) return fail('UNAUTHORIZED');
        await writeEvents([eventOf(after._id, after.name, null, 'update', ctx.now)], tx);
        return after;
      });
      return { user: shownUser(user) };
    },
  }),
];
