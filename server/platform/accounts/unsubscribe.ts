import { timingSafeEqual } from 'node:crypto';
import { type Topic, topicsBy } from '@lobby/shared/kit/notification-topics.ts';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { transaction } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { writeEvents } from '../../kit/store/events.ts';
import { digestOf, eventOf } from '../auth/sessions.ts';
import { type User, users } from '../auth/users.ts';
import { choicesLink } from './choices.ts';
import { tokenInput } from './inputs.ts';
import { limit } from './limits.ts';

const MAILS = topicsBy('mail');

const tokenOf = (userId: string, topic: Topic) => `${userId}.${topic}.${digestOf('unsubscribe', `${userId}:${topic}`)}`;

/** The signed call by which somebody turns off mails of a kind, good for as long as the mail is kept, and the page of all that they may choose. */
export function unsubscribeLinks(
  base: string,
  { _id, kind }: Pick<User, '_id' | 'kind'>,
  topic: Topic,
): { page: string; call: string } {
  return {
    page: choicesLink(base, _id, kind, clockNow()),
    call: `${base}/api/emails/unsubscribe?token=${tokenOf(_id, topic)}`,
  };
}

function readToken(token: string): { userId: string; topic: Topic } {
  const [userId = '', named] = token.split('.');
  const topic = MAILS.find(one => one === named);
  const right = Buffer.from(topic ? tokenOf(userId, topic) : '');
  const given = Buffer.from(token);
  if (!topic || right.length !== given.length || !timingSafeEqual(right, given)) fail('LINK_NOT_VALID');
  return { userId, topic };
}

async function turnOff(token: string, now: Date): Promise<Topic> {
  const { userId, topic } = readToken(token);
  await transaction(async tx => {
    const user = await users().findOneAndUpdate({ _id: userId }, { $addToSet: { mailOff: topic } }, { session: tx });
    if (user) await writeEvents([eventOf(user._id, user.name, null, 'update', now)], tx);
  });
  return topic;
}

/** Does what the call in a mail does. */
export const turnOffBy = (call: string, now: Date): Promise<Topic> =>
  turnOff(new URL(call).searchParams.get('token') ?? '', now);

/** Turning off mail by the link in it (rules.md 7); the token stands in the address so that mail programs can call it too. */
export const unsubscribeRoutes: Route[] = [
  route({
    method: 'post',
    path: '/emails/unsubscribe',
    module: 'AUTH',
    summary: 'Turn off mails of a kind, by the signed link in one of them',
    audience: 'public',
    query: z.strictObject({ token: tokenInput }),
    answer: z.object({ topic: z.enum(MAILS) }),
    async run(ctx, { query, req }) {
      await limit('link', String(req.ip));
      return { topic: await turnOff(query.token, ctx.now) };
    },
  }),
];
