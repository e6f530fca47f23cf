import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { transaction } from '../../kit/database.ts';
import { writeEvents } from '../../kit/events.ts';
import { fail } from '../../kit/fail.ts';
import { type Route, route } from '../../kit/route.ts';
import { digestOf, eventOf, users } from '../sessions.ts';
import { tokenInput } from './inputs.ts';
import { limit } from './limits.ts';

/** Kinds of mail that a person may turn off; those that an account needs are not among them. */
export const TOPICS = ['membership'] as const;
export type Topic = (typeof TOPICS)[number];

const tokenOf = (userId: string, topic: Topic) => `${userId}.${topic}.${digestOf('unsubscribe', `${userId}:${topic}`)}`;

/** The signed page and call by which somebody turns off mails of a kind; good for as long as the mail is kept. */
export function unsubscribeLinks(base: string, userId: string, topic: Topic): { page: string; call: string } {
  const token = tokenOf(userId, topic);
  return { page: `${base}/emails/unsubscribe#token=${token}`, call: `${base}/api/emails/unsubscribe?token=${token}` };
}

function readToken(token: string): { userId: string; topic: Topic } {
  const [userId = '', named] = token.split('.');
  const topic = TOPICS.find(one => one === named);
  const right = Buffer.from(topic ? tokenOf(userId, topic) : '');
  const given = Buffer.from(token);
  if (!topic || right.length !== given.length || !timingSafeEqual(right, given)) fail('LINK_NOT_VALID');
  return { userId, topic };
}

/** Turning off mail by the link in it (rules.md 7); the token stands in the address so that mail programs can call it too. */
export const unsubscribeRoutes: Route[] = [
  route({
    method: 'post',
    path: '/emails/unsubscribe',
    module: 'AUTH',
    summary: 'Turn off mails of a kind, by the signed link in one of them',
    audience: 'public',
    query: z.strictObject({ token: tokenInput }),
    answer: z.object({ topic: z.enum(TOPICS) }),
    async run(ctx, { query, req }) {
      await limit('link', String(req.ip));
      const { userId, topic } = readToken(query.token);
      await transaction(async tx => {
        const user = await users().findOneAndUpdate(
          { _id: userId },
          { $addToSet: { mailOff: topic } },
          { session: tx },
        );
        if (user) await writeEvents([eventOf(user._id, user.name, null, 'update', ctx.now)], tx);
      });
      return { topic };
    },
  }),
];
