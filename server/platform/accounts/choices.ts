import { timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { transaction } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { writeEvents } from '../../kit/store/events.ts';
import { digestOf, eventOf } from '../auth/sessions.ts';
import { quietSchema, shownQuiet, type User, users } from '../auth/users.ts';
import { checkQuiet, choiceInputs, tokenInput } from './inputs.ts';
import { limit } from './limits.ts';

/** Days for which the link in a mail is valid. */
const LASTS = 180;

const signed = (userId: string, until: string) => `${userId}.${until}.${digestOf('choices', `${userId}:${until}`)}`;
const PAGES = { staff: '/staff-profile-preferences', resident: '/member-profile-preferences' } as const;

/** Link to the page of notification choices, opened without signing in by a signed token. */
export function choicesLink(base: string, userId: string, kind: User['kind'], now: Date): string {
  const until = Math.ceil(now.getTime() / DAY_MS) + LASTS;
  return `${base}${PAGES[kind]}#token=${signed(userId, until.toString(36))}`;
}

/** The account of a token. Refuses tokens that are forged or expired, or whose account is closed. */
async function loadOwner(token: string, now: Date): Promise<User> {
  const [userId = '', until = ''] = token.split('.');
  const [right, signature] = [Buffer.from(signed(userId, until)), Buffer.from(token)];
  if (right.length !== signature.length || !timingSafeEqual(right, signature)) fail('LINK_NOT_VALID');
  if (Number.parseInt(until, 36) * DAY_MS < now.getTime()) fail('LINK_NOT_VALID');
  return (await users().findOne({ _id: userId, disabled: false })) ?? fail('LINK_NOT_VALID');
}

const chosen = z.object({
  name: z.string(),
  kind: z.enum(['staff', 'resident']),
  language: z.enum(LANGUAGES).nullable(),
  mailOff: z.array(z.string()),
  appOff: z.array(z.string()),
  pushOff: z.array(z.string()),
  hideText: z.boolean(),
  quiet: quietSchema,
});
const shown = ({ name, kind, language, mailOff = [], appOff = [], pushOff = [], hideText = false, quiet }: User) => ({
  name,
  kind,
  language: language ?? null,
  mailOff,
  appOff,
  pushOff,
  hideText,
  quiet: shownQuiet({ kind, ...(quiet && { quiet }) }),
});

/** Notification choices by the signed link in a mail. It reveals a name and gives no other access. */
export const choiceRoutes: Route[] = [
  route({
    method: 'post',
    path: '/emails/preferences',
    module: 'AUTH',
    summary: 'What somebody is told of, by the signed link in a mail',
    audience: 'public',
    body: z.strictObject({ token: tokenInput }),
    answer: chosen,
    async run(ctx, { body, req }) {
      await limit('link', String(req.ip));
      return shown(await loadOwner(body.token, ctx.now));
    },
  }),
  route({
    method: 'put',
    path: '/emails/preferences',
    module: 'AUTH',
    summary: 'Choose what one is told of, by the signed link in a mail',
    audience: 'public',
    body: z.strictObject({ token: tokenInput, ...choiceInputs }),
    answer: chosen,
    async run(ctx, { body: { token, ...choices }, req }) {
      await limit('link', String(req.ip));
      const { _id, kind } = await loadOwner(token, ctx.now);
      checkQuiet(kind, choices.quiet);
      const set = Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined));
      const user = await transaction(async tx => {
        const after = await users().findOneAndUpdate(
          { _id },
          // `_id` is set too, because MongoDB refuses an empty `$set`.
          { $set: { _id, ...set } },
          { session: tx, returnDocument: 'after' },
        );
        if (!after) return fail('LINK_NOT_VALID');
        await writeEvents([eventOf(after._id, after.name, null, 'update', ctx.now)], tx);
        return after;
      });
      return shown(user);
    },
  }),
];
