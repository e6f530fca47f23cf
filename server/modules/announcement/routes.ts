import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { announcementReach } from '@lobby/shared/modules/announcement.contract.ts';
import { announcement, sendTypesOf, withAudience } from '@lobby/shared/modules/announcement.ts';
import { type Reach, reachShape } from '@lobby/shared/modules/announcement-reach.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { z } from 'zod';
import { type Ctx, feature } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { route } from '../../kit/http/route.ts';
import { queueMail } from '../../kit/mail/queue.ts';
import { sendSoon } from '../../kit/mail/send.ts';
import { load } from '../../kit/records/act.ts';
import { create } from '../../kit/records/records.ts';
import { type EffectOf, type RequestOf, untyped, type Values as ValuesOf } from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { senderOf } from '../../platform/accounts/mails.ts';
import { loadProject } from '../../platform/projects/projects.ts';
import { sendTime } from '../../platform/projects/quiet.ts';
import { sendAnnouncementsSoon } from './deliver.ts';
import { mailValues } from './queue.ts';
import { loadReach } from './recipients.ts';

/** What was sent stays as it was; short messages need their feature. */
export async function complete(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof announcement>,
): Promise<ValuesOf<typeof announcement>> {
  if (kind === 'restore') return values;
  if (doc && !['DRAFT', 'SCHEDULED'].includes(String(doc.status)) && kind === 'update') fail('ANNOUNCEMENT_SENT');
  if (sendTypesOf(values).includes('SMS') && !feature(ctx, 'SMS'))
    failFields({ sendTypes: { code: 'SMS_NOT_SET_UP' } }, 'SMS_NOT_SET_UP');
  return { ...withAudience(values), ...(!doc && { authorId: ctx.employeeId }) };
}

/** How far the people of an announcement may differ from those that whoever sends it was shown. */
const NEAR = 0.05;

/** Nothing goes to nobody, nor to others than the question named. */
export async function send(
  ctx: Ctx,
  doc: Doc<typeof announcement>,
  { expected }: Record<string, unknown>,
): Promise<EffectOf<typeof announcement>> {
  const { people } = await loadReach(ctx, doc);
  if (people === 0) fail('ANNOUNCEMENT_NO_RECIPIENTS');
  if (typeof expected === 'number' && Math.abs(people - expected) > expected * NEAR)
    fail('ANNOUNCEMENT_COUNT_CHANGED', { expected, now: people });
  return { also: async () => sendAnnouncementsSoon() };
}

/** What an announcement reaches, and until when its SMS would wait. */
async function told(ctx: Ctx, doc: Record<string, unknown>): Promise<Reach> {
  const project = await loadProject(ctx.projectId);
  const at = project && doc.urgent !== true && sendTime(project, ctx.now, true);
  return { ...(await loadReach(ctx, doc)), smsAt: at && at > ctx.now ? at.toISOString() : null };
}

const { sendTypes, urgent, audience, blockIds, floorIds, unitIds, labelIds, roles } = announcement.fields;

/** For a form that is still being filled: nothing of it is stored. */
export const reachOfDraft = route({
  method: 'post',
  path: `${announcement.path}/recipients`,
  summary: 'How many an announcement that is not saved would reach by each way',
  module: announcement.code,
  flags: ['read'],
  body: inputSchema({ sendTypes, urgent, audience, blockIds, floorIds, unitIds, labelIds, roles }, 'create'),
  answer: reachShape,
  run: (ctx, { body }) => told(ctx, withAudience(body)),
});

export const reach = route(announcementReach, {
  flags: ['read'],
  run: async (ctx, { params }) => told(ctx, await load(ctx, announcement, params.id)),
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

/** The announcement as a mail to whoever asks: how it will look. */
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
    if (typeof to !== 'string' || !project) return fail('NO_EMAIL');
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
