import { idSchema } from '@lobby/shared/kit/schema.ts';
import { announcement } from '@lobby/shared/modules/announcement.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { keptHeadSchema, outboxMessages } from '@lobby/shared/modules/outbox.contract.ts';
import type { Request } from 'express';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { withPictures } from '../../kit/mail/frame.ts';
import { forgetHead, type HeldHead, keepAnswer, listKept, readHead, readKept } from '../../kit/mail/kept.ts';
import type { Message } from '../../kit/mail/message.ts';
import { mayRead } from '../../kit/mail/outbox.ts';
import type { Outcome } from '../../kit/mail/report.ts';
import { keepReport } from '../../kit/mail/reports/keep.ts';
import { keptMessages } from '../../kit/mail/state.ts';
import { loadSource } from '../../kit/mail/wire.ts';
import { turnOffBy } from '../accounts/index.ts';
import { hasDemo } from '../projects/installation.ts';
import { untracked } from '../sending/track-mail.ts';

const path = '/outbox/messages';
const at = { module: feeNotice.code } as const;
const idParams = z.strictObject({ id: idSchema });

const shown = ({ projectId: _project, ...head }: HeldHead): z.output<typeof keptHeadSchema> => head;

/** The store of undelivered messages, for those who may read it; 404 for others. */
async function keptFor(ctx: Ctx, req: Request) {
  if (!can(ctx, feeNotice.code, 'read') && !can(ctx, announcement.code, 'read'))
    fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: feeNotice.code, flag: 'read' });
  const messages = keptMessages();
  if (!messages || !mayRead(await messages.readers(), req)) return fail('NOT_FOUND');
  return messages;
}

async function messageFor(
  ctx: Ctx,
  req: Request,
  id: string,
): Promise<{ head: HeldHead; message: Message; dir: string }> {
  const { dir, channels } = await keptFor(ctx, req);
  const head = await readHead(dir, id);
  if (head?.projectId !== ctx.projectId || !channels.includes(head.channel)) return fail('NOT_FOUND');
  return { head, message: (await readKept(dir, id)) ?? fail('NOT_FOUND'), dir };
}

/** Reports that correspond to the simulated responses. */
const ANSWERS = {
  bounce: ['bounce', '5.1.1'],
  complain: ['complaint', null],
  open: ['opened', null],
  click: ['clicked', null],
  unsubscribe: ['unsubscribe', null],
  deliver: ['delivered', null],
  reject: ['reject', null],
  'report-twice': ['delivered', null],
} as const satisfies Record<string, readonly [Outcome, string | null]>;
const WAYS = Object.keys(ANSWERS) as (keyof typeof ANSWERS)[];

/** Undelivered messages, to be read and, in a demo, answered on behalf of the recipient. */
export const outboxRoutes: Route[] = [
  route(outboxMessages, {
    async run(ctx, { query: { channel, ...rest }, req }) {
      const { dir, channels } = await keptFor(ctx, req);
      const wanted = channels.filter(each => !channel || each === channel);
      const page = await listKept(dir, { projectId: ctx.projectId, channels: wanted, ...rest });
      return { ...page, rows: page.rows.map(shown), channels: [...channels], demo: await hasDemo() };
    },
  }),
  route({
    ...at,
    method: 'get',
    path: `${path}/:id`,
    summary: 'A message as its recipient would see it, with its headers',
    params: idParams,
    answer: keptHeadSchema.extend({
      html: z.string(),
      plain: z.string(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
    async run(ctx, { params, req }) {
      const { head, message } = await messageFor(ctx, req, params.id);
      const { html, text } = message;
      const source = head.channel === 'EMAIL' ? (await loadSource(message)).toString('utf8') : '';
      const top = source.slice(0, Math.max(0, source.indexOf('\r\n\r\n'))).replace(/\r\n[ \t]+/g, ' ');
      return {
        ...shown(head),
        // To read it here is not to open it.
        html: withPictures(untracked(html), message),
        plain: head.channel === 'EMAIL' ? text : message.subject,
        headers: top
          .split('\r\n')
          .filter(Boolean)
          .map(line => ({ name: line.slice(0, line.indexOf(':')), value: line.slice(line.indexOf(':') + 2) })),
      };
    },
  }),
  route({
    ...at,
    method: 'get',
    path: `${path}/:id/raw`,
    summary: 'The source of a mail, as it would go over the wire',
    params: idParams,
    answer: 'message/rfc822',
    async run(ctx, { params, req, res }) {
      const { message } = await messageFor(ctx, req, params.id);
      res
        .set({ 'Content-Type': 'message/rfc822', 'Content-Disposition': `attachment; filename="${params.id}.eml"` })
        .send(await loadSource(message));
    },
  }),
  route({
    ...at,
    method: 'get',
    path: `${path}/:id/attachments/:n`,
    summary: 'A file that a message carries, counted from 0',
    params: idParams.extend({ n: z.coerce.number().int().min(0).max(100) }),
    answer: 'application/octet-stream',
    async run(ctx, { params, req, res }) {
      const { message } = await messageFor(ctx, req, params.id);
      const file = message.files?.[params.n] ?? fail('NOT_FOUND');
      const type = file.type === 'application/pdf' ? file.type : 'application/octet-stream';
      res
        .set({
          'Content-Type': type,
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        })
        .send(Buffer.from(file.content, 'base64'));
    },
  }),
  route({
    ...at,
    method: 'post',
    path: `${path}/:id/answer`,
    summary: 'Answer a message in the place of its recipient or their server; in a demo alone',
    params: idParams,
    body: z.strictObject({ as: z.enum(WAYS as [(typeof WAYS)[number]]) }),
    answer: keptHeadSchema,
    async run(ctx, { params, body, req }) {
      const { head, message, dir } = await messageFor(ctx, req, params.id);
      if (!(await hasDemo())) fail('OUTBOX_NOT_A_DEMO');
      const [outcome, code] = ANSWERS[body.as];
      for (let n = body.as === 'report-twice' ? 2 : 1; n > 0; n--)
        await keepReport({ mailId: head.id, outcome, code }, ctx.now);
      if (body.as === 'unsubscribe' && message.unsubscribeCall) await turnOffBy(message.unsubscribeCall, ctx.now);
      keepAnswer(dir, head, body.as, ctx.now);
      forgetHead(dir, head.id);
      return shown((await readHead(dir, head.id)) ?? head);
    },
  }),
];
