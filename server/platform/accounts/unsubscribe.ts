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

/** Mails of these topics are turned off by their links: of accounts, and of residents, who may have none. */
const MAILS = [...topicsBy('mail'), 'fees'] as const;
type MailTopic = (typeof MAILS)[number];

type TurnOff = (id: string, now: Date) => Promise<void>;
const keepers = new Map<MailTopic, TurnOff>();
/** Sets who keeps what people chose of a topic, where it is not their account. */
export function configureTurnOff(topic: MailTopic, turnOff: TurnOff): void {
  keepers.set(topic, turnOff);
}

const tokenOf = (id: string, topic: Topic) => `${id}.${topic}.${digestOf('unsubscribe', `${id}:${topic}`)}`;
const callOf = (base: string, id: string, topic: Topic) => `${base}/api/emails/unsubscribe?token=${tokenOf(id, topic)}`;

/** The signed call by which a resident turns off mails of a topic, and the page that asks before it does so. */
export const residentLinks = (base: string, residentId: string, topic: MailTopic): { page: string; call: string } => ({
  page: `${base}/emails/unsubscribe#token=${tokenOf(residentId, topic)}`,
  call: callOf(base, residentId, topic),
});

/** The signed call by which somebody turns off mails of a kind, good for as long as the mail is kept, and the page of all that they may choose. */
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
  const topic = MAILS.find(one => one === named);
  const right = Buffer.from(topic ? tokenOf(id, topic) : '');
  const given = Buffer.from(token);
  if (!topic || right.length !== given.length || !timingSafeEqual(right, given)) fail('LINK_NOT_VALID');
  return { id, topic };
}

async function turnOff(token: string, now: Date): Promise<MailTopic> {
  const { id, topic } = readToken(token);
  const kept = keepers.get(topic);
  if (kept) {
    await kept(id, now);
    return topic;
  }
  await transaction(async tx => {
    const user = await users().findOneAndUpdate({ _id: id }, { $addToSet: { mailOff: topic } }, { session: tx });
    if (user) await writeEvents([eventOf(user._id, user.name, null, 'update', now)], tx);
  });
  return topic;
}

/** Does what the call in a mail does. */
export const turnOffBy = (call: string, now: Date): Promise<MailTopic> =>
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
