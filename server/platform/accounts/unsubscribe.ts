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

/** Topics whose mails have an unsubscribe link: those of accounts, and those of residents, who may have no account. */
const MAILS = [...topicsBy('mail'), 'fees'] as const;
type MailTopic = (typeof MAILS)[number];

type TurnOff = (id: string, now: Date) => Promise<void>;
const keepers = new Map<MailTopic, TurnOff>();
/** Sets where choices of a topic are stored, if not in the account. */
export function configureTurnOff(topic: MailTopic, turnOff: TurnOff): void {
  keepers.set(topic, turnOff);
}

const tokenOf = (id: string, topic: Topic) => `${id}.${topic}.${digestOf('unsubscribe', `${id}:${topic}`)}`;
const callOf = (base: string, id: string, topic: Topic) => `${base}/api/emails/unsubscribe?token=${tokenOf(id, topic)}`;

/** Signed unsubscribe call of a resident for a topic, and its confirmation page. */
export const residentLinks = (base: string, residentId: string, topic: MailTopic): { page: string; call: string } => ({
  page: `${base}/emails/unsubscribe#token=${tokenOf(residentId, topic)}`,
  call: callOf(base, residentId, topic),
});

/** Signed unsubscribe call for a topic, valid as long as the mail exists, and the page of all choices. */
export function unsubscribeLinks(
  base: string,
  { _id, kind }: Pick<User, '_id' | 'kind'>,
  topic: Topic,
): { page: string; call: string } {
  return {
    page: choicesLink(base, _id, kind, clockNow()),
    call: callOf(base, _id, topic),
  };
}

function readToken(token: string): { id: string; topic: MailTopic } {
  const [id = '', named] = token.split('.');
  const topic = MAILS.find(mail => mail === named);
  const right = Buffer.from(topic ? tokenOf(id, topic) : '');
  const signature = Buffer.from(token);
  if (!topic || right.length !== signature.length || !timingSafeEqual(right, signature)) fail('LINK_NOT_VALID');
  return { id, topic };
}

async function turnOff(token: string, now: Date): Promise<MailTopic> {
  const { id, topic } = readToken(token);
  const keeper = keepers.get(topic);
  if (keeper) {
    await keeper(id, now);
    return topic;
  }
  await transaction(async tx => {
    const user = await users().findOneAndUpdate({ _id: id }, { $addToSet: { mailOff: topic } }, { session: tx });
    if (user) await writeEvents([eventOf(user._id, user.name, null, 'update', now)], tx);
  });
  return topic;
}

/** Unsubscribes by the call of a mail. */
export const turnOffBy = (call: string, now: Date): Promise<MailTopic> =>
  turnOff(new URL(call).searchParams.get('token') ?? '', now);

/** Unsubscribing by the link in a mail (rules.md 7). The token is in the URL, so that mail programs can call it too. */
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
