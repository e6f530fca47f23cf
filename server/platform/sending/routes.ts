import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { TIME_OF_DAY } from '@lobby/shared/modules/reception-settings.ts';
import { RESIDENT_ROLES } from '@lobby/shared/modules/resident.ts';
import { mailHealth, mailVerify } from '@lobby/shared/modules/sending.contract.ts';
import { SMS_BRAND_NAME, SMS_NETWORKS, sendingFields, sendingOf } from '@lobby/shared/modules/sending-settings.ts';
import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { newId } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { reasonOf } from '../../kit/mail/deliver.ts';
import { escaped, mailFrame } from '../../kit/mail/frame.ts';
import type { Message } from '../../kit/mail/message.ts';
import { mailState, speaksFor } from '../../kit/mail/state.ts';
import { loadMailStop } from '../../kit/mail/stop.ts';
import { senderOf } from '../accounts/mails.ts';
import { users } from '../auth/users.ts';
import { loadLetterhead } from '../branding/letterhead.ts';
import { type Project, projects } from '../projects/projects.ts';
import { isAbove, loadMailWeek, MOST_BOUNCED, MOST_COMPLAINED } from './mail-week.ts';
import { changeSending, type SENDING_KEYS } from './sending.ts';

const lines = z.array(z.strictObject({ network: z.enum(SMS_NETWORKS), price: z.int().min(0).max(10_000) }));
const time = z.string().regex(TIME_OF_DAY, 'TIME_INVALID');
const distinct = (all: readonly unknown[]) => new Set(all).size === all.length;
const secret = z.string().min(1).max(500).nullable();

const changes = inputSchema(sendingFields, 'update').extend({
  version: z.int().min(1).max(1_000_000_000),
  quietFrom: time.optional(),
  quietTo: time.optional(),
  noticeRoles: z
    .array(z.enum(RESIDENT_ROLES))
    .min(1, 'REQUIRED')
    .max(RESIDENT_ROLES.length)
    .refine(distinct, 'LISTED_TWICE')
    .optional(),
  smsBrandName: z.string().regex(SMS_BRAND_NAME, 'SMS_BRAND_NAME_INVALID').nullish(),
  smsPrice: lines
    .max(SMS_NETWORKS.length)
    .refine(all => distinct(all.map(({ network }) => network)), 'LISTED_TWICE')
    .optional(),
  smsKey: secret.optional(),
  smsSecret: secret.optional(),
});

const keySet = z.object({ at: z.iso.datetime(), by: z.string() }).nullable();
const answer = z.object({
  senderName: z.string().nullable(),
  senderPhone: z.string().nullable(),
  replyTo: z.string().nullable(),
  mailFrom: z.string().nullable(),
  mailPerHour: z.int(),
  mailPerDomainPerMinute: z.int(),
  quietFrom: z.string(),
  quietTo: z.string(),
  noticeRoles: z.array(z.enum(RESIDENT_ROLES)),
  noticeToAll: z.boolean(),
  trackMail: z.boolean(),
  smsBrandName: z.string().nullable(),
  smsPrice: lines,
  smsMonthlyCap: z.int().nullable(),
  smsWarnAt: z.int(),
  smsAccents: z.enum(['FOLD', 'KEEP']),
  /** Whether a key is set, when and by whom; never the key itself. */
  smsKeySet: keySet,
  smsSecretSet: keySet,
  version: z.int(),
});

const setOf = ({ sendingKeys }: Project, name: (typeof SENDING_KEYS)[number]) => {
  const held = sendingKeys?.[name];
  return held ? { at: held.at.toISOString(), by: held.by } : null;
};
const shown = (project: Project): z.output<typeof answer> => ({
  ...(sendingOf(project.sending) as z.output<typeof answer>),
  smsKeySet: setOf(project, 'smsKey'),
  smsSecretSet: setOf(project, 'smsSecret'),
  version: project.sendingVersion ?? 1,
});

/** The caller's project as stored. */
export async function projectFor(ctx: Ctx, id: string): Promise<Project> {
  if (id !== ctx.projectId) fail('NOT_FOUND');
  return (await projects().findOne({ _id: id })) ?? fail('NOT_FOUND');
}

const at = {
  path: `${unitGroup.path}/:id/sending`,
  module: unitGroup.code,
  params: z.strictObject({ id: idSchema }),
} as const;

type Tried = AnswerOf<typeof mailVerify>;

/** Delivers a message at once, and tells what the other side answered. */
export async function tryNow(message: Message): Promise<Tried> {
  try {
    return { sent: true, answer: (await mailState().deliver(message)) ?? '' };
  } catch (error) {
    return { sent: false, answer: reasonOf(error).slice(0, 300) };
  }
}

/** Sends a test mail to the caller at once, and returns the mail server's answer. */
async function tryMail(ctx: Ctx, project: Project): Promise<Tried> {
  const { from, ready } = mailState();
  if (!(await ready())) fail('MAIL_NOT_SET_UP');
  const me = await users().findOne({ _id: ctx.userId });
  if (!me) return fail('NO_EMAIL');
  const { mailFrom, senderName, replyTo } = sendingOf(project.sending);
  const name = senderName ?? senderOf({ whiteLabel: project.whiteLabel ?? '' }).name;
  const say = (key: string) => text(ctx.language, `mail.verify.${key}`, { project: project.name });
  const head = await loadLetterhead(project);
  const html = mailFrame({
    language: ctx.language,
    subject: say('subject'),
    preview: say('text'),
    head,
    content: `<h1>${escaped(say('subject'))}</h1><p>${escaped(say('text'))}</p>`,
  });
  return tryNow({
    id: newId(),
    to: me.email,
    at: ctx.now,
    from: { name, address: mailFrom ?? from },
    ...(replyTo && { replyTo }),
    subject: say('subject'),
    text: say('text'),
    html,
    ...(head.logo && { logo: head.logo }),
  });
}

/** Sending settings of a project. */
export const sendingRoutes: Route[] = [
  route({
    ...at,
    method: 'get',
    summary: 'How the messages of a project go out: sender, hours, pace, short messages',
    flags: ['read'],
    answer,
    run: async (ctx, { params }) => shown(await projectFor(ctx, params.id)),
  }),
  route({
    ...at,
    method: 'put',
    summary: 'Change how messages go out: only the keys that are given; secrets are written and never read',
    flags: ['updateInfo'],
    body: changes,
    answer,
    async run(ctx, { params, body }) {
      const project = await projectFor(ctx, params.id);
      const { mailFrom } = body;
      if (mailFrom && mailFrom !== project.sending?.mailFrom && !speaksFor(mailFrom))
        failFields({ mailFrom: { code: 'SENDER_DOMAIN_NOT_ALLOWED' } }, 'SENDER_DOMAIN_NOT_ALLOWED');
      return shown(await changeSending(ctx, project, body));
    },
  }),
  route(mailHealth, {
    flags: ['read'],
    async run(ctx, { params }) {
      const project = await projectFor(ctx, params.id);
      const [stop, held] = await Promise.all([loadMailStop(ctx.now), loadMailWeek(project._id, ctx.now)]);
      const { smtp, dkim, webhooks, from } = mailState();
      const { week } = held;
      return {
        smtp,
        dkim: dkim !== null,
        bounces: webhooks,
        webhooks,
        from: project.sending?.mailFrom ?? from,
        stoppedAt: stop?.since.toISOString() ?? null,
        ...held,
        warnings: [
          ...(stop ? ['STOPPED' as const] : []),
          ...(smtp ? [] : ['NO_SERVER' as const]),
          ...(dkim ? [] : ['NOT_SIGNED' as const]),
          ...(webhooks ? [] : ['NO_REPORTS' as const]),
          ...(isAbove(week.bounced, week, MOST_BOUNCED) ? ['BOUNCES' as const] : []),
          ...(isAbove(week.complained, week, MOST_COMPLAINED) ? ['COMPLAINTS' as const] : []),
        ],
      };
    },
  }),
  route(mailVerify, {
    flags: ['updateInfo'],
    run: async (ctx, { params }) => tryMail(ctx, await projectFor(ctx, params.id)),
  }),
];
