import type { Action, Definition } from '@lobby/shared/kit/definition.ts';
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

const step = z.object({
  ...{ act: z.string(), from: z.array(z.string()), to: z.string().nullable(), by: z.string(), flag: z.string() },
});

/** The whole machine of an order, as its picture is drawn. */
const machine = route({
  method: 'get',
  path: `${merchantOrder.path}/machine`,
  summary: 'The states of an order and the acts that lead from one to another',
  module: merchantOrder.code,
  flags: ['read'],
  answer: z.object({ states: z.array(z.string()), acts: z.array(step) }),
  run: async () => ({
    states: Object.keys(merchantOrder.statuses),
    acts: Object.entries<Action>(merchantOrder.actions).map(([name, { from, to, by, flag }]) => ({
      ...{ act: name, from: [...from], to: to ?? null, by: by ?? 'staff', flag },
    })),
  }),
});

/** Orders that partners do for households, and the partner's own page. */
export const merchantOrderRoutes = (all: readonly Definition[]): Route[] => [
  ...partnerPage,
  commissionReport,
  machine,
  partnerLink,
  ...serve(merchantOrder, { check: keepCommission, inTransaction: tellOfOrder, acts }, all),
];

/** Gives up on partners that did not answer in time. Safe to run twice and on several servers. */
export async function turnOrders(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const name = 'not-found';
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
