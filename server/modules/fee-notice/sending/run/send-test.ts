import { idSchema } from '@lobby/shared/kit/schema.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { z } from 'zod';
import { can, feature } from '../../../../kit/base/context.ts';
import { fail } from '../../../../kit/base/errors.ts';
import { type Route, route } from '../../../../kit/http/route.ts';
import { sendSoon } from '../../../../kit/mail/send.ts';
import { load } from '../../../../kit/records/acts/act.ts';
import { loadProject } from '../../../../platform/projects/projects.ts';
import { failNothingToSend } from '../nothing-to-send.ts';
import { householdFor } from '../words/preview.ts';
import { queueOwnSample } from '../words/samples.ts';

/** Sends a template filled for a household to the caller only. */
export const sendTestRoute: Route = route({
  method: 'put',
  path: `${template.path}/:id/send-test`,
  summary: 'Send a template, filled for a household, to the address or phone of the caller',
  module: template.code,
  flags: ['write'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ feeNoticeId: idSchema.optional() }),
  answer: z.object({ to: z.string() }),
  async run(ctx, { params, body }) {
    const doc = await load(ctx, template, params.id);
    const channel = doc.channel === 'SMS' ? 'SMS' : 'EMAIL';
    if (channel === 'SMS' && !feature(ctx, 'SMS')) fail('SMS_NOT_SET_UP');
    const household =
      (can(ctx, feeNotice.code, 'read') && (await householdFor(ctx, body))) || failNothingToSend('NO_SAMPLE');
    const project = (await loadProject(ctx.projectId)) ?? fail('NOT_FOUND');
    const values = { noticeId: household.notice._id, sentAs: doc.purpose, templateId: doc._id };
    const to = await queueOwnSample(ctx, project, channel, values);
    sendSoon();
    return { to };
  },
});
