import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { z } from 'zod';
import { systemCtx } from '../../kit/base/context.ts';
import { fail, Refusal } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { act, load } from '../../kit/records/act.ts';
import { serve } from '../../kit/serve.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { acts, keepCommission, tellOfOrder } from './acts.ts';
import { linkFor, unansweredOrders } from './link.ts';
import { partnerPage } from './partner-page.ts';
import { commissionReport } from './report.ts';

export { merchantOrderMails } from './link.ts';

const partnerLink = route({
  method: 'get',
  path: `${merchantOrder.path}/:id/partner-link`,
  summary: 'The signed link by which the partner of an order follows it',
  module: merchantOrder.code,
  flags: ['updateStatus'],
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ token: z.string(), until: z.iso.datetime() }),
  async run(ctx, { params }) {
    const doc = await load(ctx, merchantOrder, params.id);
    if (!doc.partnerId) fail('PARTNER_REQUIRED');
    const { token, until } = linkFor(ctx, doc);
    return { token, until: until.toISOString() };
  },
});

/** Orders that partners do for households, and the partner's own page. */
export const merchantOrderRoutes = (all: readonly Definition[]): Route[] => [
  ...partnerPage,
  commissionReport,
  partnerLink,
  ...serve(merchantOrder, { check: keepCommission, inTransaction: tellOfOrder, acts }, all),
];

/** Gives up on partners that did not answer in time. Safe to run twice and on several servers. */
export async function turnOrders(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const name = 'no-installer';
    for (const { _id } of await unansweredOrders(ctx.projectId, now, 500)) {
      const done = await act(ctx, merchantOrder, name, _id, {}, acts[name] ?? (() => ({}))).catch(error => {
        // Answered at this moment.
        if (error instanceof Refusal) return null;
        throw error;
      });
      if (done) turned++;
    }
  }
  return turned;
}
