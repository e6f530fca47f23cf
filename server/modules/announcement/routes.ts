import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { announcementReach } from '@lobby/shared/modules/announcement.contract.ts';
import { announcement, REACHING, sendTypesOf, withAudience } from '@lobby/shared/modules/announcement.ts';
import { type Reach, reachShape } from '@lobby/shared/modules/announcement-reach.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { z } from 'zod';
import { type Ctx, feature } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { route } from '../../kit/http/route.ts';
import { queueMail } from '../../kit/mail/queue.ts';
import { sendSoon } from '../../kit/mail/send.ts';
import { load } from '../../kit/records/acts/act.ts';
import { create } from '../../kit/records/records.ts';
import { type Action, type RequestOf, untyped, type Values } from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { senderOf } from '../../platform/accounts/mails.ts';
import { loadProject } from '../../platform/projects/projects.ts';
import { sendTime } from '../../platform/projects/quiet.ts';
import { sendAnnouncementsSoon } from './deliver.ts';
import { mailValues } from './queue.ts';
import { loadReach } from './recipients.ts';

/** Refuses changes after sending, and SMS without the feature; sets audience and author. */
export async function complete(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof announcement>,
): Promise<Values<typeof announcement>> {
  if (kind === 'restore') return values;
  if (doc && !['DRAFT', 'SCHEDULED'].includes(doc.status) && kind === 'update') fail('ANNOUNCEMENT_SENT');
  if (sendTypesOf(values).includes('SMS') && !feature(ctx, 'SMS'))
    failFields({ sendTypes: { code: 'SMS_NOT_SET_UP' } }, 'SMS_NOT_SET_UP');
  return { ...withAudience(values), ...(!doc && { authorId: ctx.employeeId }) };
}

/** Tolerated difference between the current number of recipients and the confirmed one. */
const NEAR = 0.05;

/** Refuses to send to nobody, or to clearly more or fewer people than the sender confirmed. */
export const send: Action<typeof announcement, 'send'> = async (ctx, doc, { expected }) => {
  const { people } = await loadReach(ctx, doc);
  if (people === 0) fail('ANNOUNCEMENT_NO_RECIPIENTS');
  if (typeof expected === 'number' && Math.abs(people - expected) > expected * NEAR)
    fail('ANNOUNCEMENT_COUNT_CHANGED', { expected, now: people });
  return { also: async () => sendAnnouncementsSoon() };
};

/** Recipients per channel, and the end of the quiet hours for its text messages. */
async function reachOf(ctx: Ctx, doc: Partial<Doc<typeof announcement>>): Promise<Reach> {
  const project = await loadProject(ctx.projectId);
  const at = project && doc.urgent !== true && sendTime(project, ctx.now, true);
  return { ...(await loadReach(ctx, doc)), smsAt: at && at > ctx.now ? at.toISOString() : null };
}

/** Recipients of an unsaved draft; stores nothing. */
export const reachOfDraft = route({
  method: 'post',
  path: `${announcement.path}/recipients`,
  summary: 'How many an announcement that is not saved would reach by each way',
  module: announcement.code,
  flags: ['read'],
  body: inputSchema(REACHING, 'create'),
  answer: reachShape,
  run: (ctx, { body }) => reachOf(ctx, withAudience(body)),
});

export const reach = route(announcementReach, {
  flags: ['read'],
  run: async (ctx, { params }) => reachOf(ctx, await load(ctx, announcement, params.id)),
});

const COPIED = [
  'title',
  'content',
  'category',
  'texts',
  'sendTypes',
  'urgent',
  'audience',
  'blockIds',
  'floorIds',
  'unitIds',
  'labelIds',
  'roles',
  'ownersOnly',
  'excludeUnitIds',
] as const;

export const duplicate = route({
  method: 'post',
  path: `${announcement.path}/:id/duplicate`,
  summary: 'Begin another announcement with the words and the places of this one',
  module: announcement.code,
  flags: ['write'],
  creates: true,
  params: z.strictObject({ id: idSchema }),
  answer: () => responseSchema(announcement, 'detail'),
  async run(ctx, { params: { id } }) {
    const doc = await load(ctx, announcement, id);
    const values = Object.fromEntries(COPIED.map(name => [name, doc[name]]).filter(([, value]) => value != null));
    const made = await create(ctx, announcement, values, untyped({ check: complete }));
    return loadDetail(ctx, announcement, await load(ctx, announcement, String(made.id)));
  },
});

/** Sends the announcement by mail to the caller only, as a preview. */
export const trial = route({
  method: 'post',
  path: `${announcement.path}/:id/test`,
  summary: 'Send an announcement by mail to oneself, and to nobody else',
  module: announcement.code,
  flags: ['write'],
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ to: z.string() }),
  async run(ctx, { params }) {
    const doc = await load(ctx, announcement, params.id);
    const me = await records(employee).get(ctx, ctx.employeeId);
    const to = me?.email;
    const project = await loadProject(ctx.projectId);
    if (!to || !project) return fail('NO_EMAIL');
    await queueMail(
      {
        kind: 'announcement',
        to,
        language: ctx.language,
        sender: senderOf({ whiteLabel: project.whiteLabel ?? '' }),
        values: mailValues(doc, ctx.language, project),
        projectId: ctx.projectId,
      },
      ctx.now,
    );
    sendSoon();
    return { to };
  },
});
