import type { Action, Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { serve } from '../../kit/serve.ts';
import { events } from '../../kit/store/events.ts';
import { onVoucherCancel } from '../receipt/index.ts';
import { acts } from './acts.ts';
import { completeOrder, tellOfOrder } from './begin.ts';
import { linkFor } from './link.ts';
import { cancelledVoucher } from './money.ts';
import { moneyRoutes } from './money-routes.ts';
import { partnerPage } from './partner-page.ts';
import { commissionReport } from './report.ts';

export { turnOrders } from './jobs.ts';
export { merchantOrderMails } from './link.ts';

onVoucherCancel(cancelledVoucher);

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
    acts: Object.entries<Action>(merchantOrder.actions)
      .filter(([, { to }]) => to !== undefined)
      .map(([name, { from, to, by, flag }]) => ({
        ...{ act: name, from: [...from], to: to ?? null, by: by ?? 'staff', flag },
      })),
  }),
});

const way = z.object({
  ...{ at: z.iso.datetime(), act: z.string(), status: z.string(), by: z.string() },
});

/** The way that an order has taken. */
const timeline = route({
  method: 'get',
  path: `${merchantOrder.path}/:id/timeline`,
  summary: 'The states that an order has been in, in their order',
  module: merchantOrder.code,
  flags: ['read'],
  residents: true,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(way),
  async run(ctx, { params: { id } }) {
    await load(ctx, merchantOrder, id);
    const rows = await events()
      .find({ projectId: ctx.projectId, entityId: id, entity: merchantOrder.name })
      .sort({ ts: 1 })
      .limit(500)
      .maxTimeMS(2000)
      .toArray();
    const own = ctx.kind === 'resident';
    return rows
      .filter(({ action, after }) => action === 'create' || typeof after?.status === 'string')
      .map(({ at, action, row, actor }) => ({
        ...{ at: at.toISOString(), act: action, status: String(row?.status ?? '') },
        by: own ? '' : actor.name,
      }));
  },
});

/** Orders that partners do for households, and the partner's own page. */
export const merchantOrderRoutes = (all: readonly Definition[]): Route[] => [
  ...partnerPage,
  commissionReport,
  machine,
  partnerLink,
  timeline,
  ...moneyRoutes,
  ...serve(merchantOrder, { check: completeOrder, inTransaction: tellOfOrder, acts }, all),
];
