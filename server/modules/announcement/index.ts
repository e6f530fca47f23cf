import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { announcement } from '@lobby/shared/modules/announcement.ts';
import { announcementDelivery } from '@lobby/shared/modules/announcement-delivery.ts';
import { z } from 'zod';
import { type Ctx, feature } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { sendSoon } from '../../kit/mail/send.ts';
import { load } from '../../kit/records/act.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import { sendAnnouncementsSoon } from './deliver.ts';
import { callOff, resendFailed } from './queue.ts';
import { reachOf } from './recipients.ts';

/** What was sent stays as it was; short messages need their feature. */
async function complete(ctx: Ctx, { kind, values, doc }: Request): Promise<Record<string, unknown>> {
  if (kind === 'restore') return values;
  if (doc && !['DRAFT', 'SCHEDULED'].includes(String(doc.status)) && kind === 'update') fail('ANNOUNCEMENT_SENT');
  if (values.sendSms === true && !feature(ctx, 'SMS'))
    failFields({ sendSms: { code: 'SMS_NOT_SET_UP' } }, 'SMS_NOT_SET_UP');
  return doc ? values : { ...values, creatorId: ctx.employeeId };
}

/** Refuses a time that is over. */
export function refusePast(ctx: Ctx, name: string, value: unknown): void {
  if (typeof value === 'string' && Date.parse(value) < ctx.now.getTime() - 60_000)
    failFields({ [name]: { code: 'SEND_TIME_PAST' } }, 'SEND_TIME_PAST');
}

const reach = route({
  method: 'get',
  path: `${announcement.path}/:id/recipients`,
  summary: 'How many an announcement reaches by each way',
  module: announcement.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ units: z.int(), people: z.int(), app: z.int(), email: z.int(), sms: z.int() }),
  run: async (ctx, { params }) => reachOf(ctx, await load(ctx, announcement, params.id)),
});

/** Announcements, and what became of them. */
export const announcementRoutes = (all: readonly Definition[]): Route[] => [
  reach,
  ...serve(
    announcement,
    {
      check: complete,
      acts: {
        send: () => ({ also: async () => sendAnnouncementsSoon() }),
        schedule: (ctx, _doc, { sendAt }) => {
          refusePast(ctx, 'sendAt', sendAt);
          return { set: { sendAt: new Date(String(sendAt)) } };
        },
        cancel: callOff,
        resend: (ctx, doc) => ({
          also: async session => {
            if ((await resendFailed(ctx, doc, session)) > 0) sendSoon();
          },
        }),
      },
    },
    all,
  ),
  ...serve(announcementDelivery, {}, all),
];
