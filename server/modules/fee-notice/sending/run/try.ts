import { idSchema } from '@lobby/shared/kit/schema.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { channelsOf, noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { kindOf } from '@lobby/shared/modules/notice-sending.ts';
import { z } from 'zod';
import { fail } from '../../../../kit/base/errors.ts';
import { type Route, route } from '../../../../kit/http/route.ts';
import { sendSoon } from '../../../../kit/mail/send.ts';
import { holdKeys } from '../../../../kit/privacy/person-keys.ts';
import { load } from '../../../../kit/records/acts/act.ts';
import { records } from '../../../../kit/store/records.ts';
import { failNothingToSend } from '../nothing-to-send.ts';
import { queueSample } from '../words/samples.ts';
import { loadSource, sayTo } from '../words/texts.ts';
import { loadHouseholds, noticesFrom } from './households.ts';
import { reasonBy } from './reach.ts';

/** Maximum notices searched for one to show. */
const LOOKED_AT = 50;

/** Sends the first notice of a run as a sample to the caller only. */
export const tryRoute: Route = route({
  method: 'post',
  path: `${noticeRun.path}/:id/test`,
  summary: 'Send a sample of a sending to oneself',
  module: noticeRun.code,
  flags: ['write'],
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ to: z.array(z.string()) }),
  async run(ctx, { params }) {
    const run = await load(ctx, noticeRun, params.id);
    const me = await records(employee).get(ctx, ctx.employeeId);
    const all = await loadHouseholds(ctx, await noticesFrom(ctx, { ...run, upTo: null }, LOOKED_AT));
    const household =
      all.find(reader => reasonBy(reader, 'SMS') === null || reader.payer) ?? all[0] ?? failNothingToSend('NOT_ISSUED');
    await holdKeys([household.payer]);
    const source = await loadSource(ctx, [household]);
    const addresses = { EMAIL: me?.email, SMS: me?.phone } as const;
    const to: string[] = [];
    for (const channel of channelsOf(run)) {
      if (channel !== 'EMAIL' && channel !== 'SMS') continue;
      const address = addresses[channel];
      if (!address) continue;
      if (!sayTo(source, household, kindOf(run), channel)) fail('TEMPLATE_NOT_SET_UP');
      await queueSample(ctx, source.project, channel, address, {
        noticeId: household.notice._id,
        sentAs: kindOf(run),
      });
      to.push(address);
    }
    if (to.length === 0) fail('NO_EMAIL');
    sendSoon();
    return { to };
  },
});
