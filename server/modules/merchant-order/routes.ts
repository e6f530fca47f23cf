import type { Action } from '@lobby/shared/kit/definition.ts';
import {
  orderTimeline,
  partnerLinksOf,
  renewPartnerLink,
  revokePartnerLinks,
} from '@lobby/shared/modules/merchant-order.contract.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { transaction } from '../../kit/database/database.ts';
import { route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { events, rowOf, writeEvents } from '../../kit/store/events.ts';
import type { Doc } from '../../kit/store/records.ts';
import { endLinks, makeLink, opens, pageOf, partnerLinks } from './partner/link.ts';
import { isOver } from './partner/link-holder.ts';

export const partnerLink = route(partnerLinksOf, {
  flags: ['updateStatus'],
  async run(ctx, { params }) {
    const doc = await load(ctx, merchantOrder, params.id);
    const links = await partnerLinks()
      .find({ projectId: ctx.projectId, orderId: doc._id })
      .sort({ createdAt: -1 })
      .limit(20)
      .maxTimeMS(2000)
      .toArray();
    return links.map(link => ({
      role: link.role,
      sentBy: link.sentBy,
      createdAt: link.createdAt.toISOString(),
      until: link.until.toISOString(),
      open: opens(link, doc, isOver(doc), ctx.now),
      openedAt: link.openedAt?.toISOString() ?? null,
      lastSeenAt: link.lastSeenAt?.toISOString() ?? null,
      opens: link.opens,
      revokedBy: link.revokedBy,
    }));
  },
});

/** Event row about a change of the order's links, which also wakes waiting clients. */
const toldLink = (ctx: Ctx, doc: Doc<typeof merchantOrder>, action: string) => ({
  at: ctx.now,
  projectId: ctx.projectId,
  module: merchantOrder.code,
  entity: merchantOrder.name,
  entityId: doc._id,
  action,
  actor: ctx.actor,
  before: null,
  after: null,
  version: doc.version,
  row: rowOf(merchantOrder, doc),
});

export const renewLink = route(renewPartnerLink, {
  flags: ['updateStatus'],
  async run(ctx, { params, body }) {
    const doc = await load(ctx, merchantOrder, params.id);
    if (!doc.partnerId) fail('PARTNER_REQUIRED');
    const token = await transaction(async session => {
      await writeEvents([toldLink(ctx, doc, 'renew-link')], session);
      return makeLink(ctx, doc, body.role ?? 'PARTNER', session);
    });
    return { token, path: pageOf('', token) };
  },
});

export const revokeLink = route(revokePartnerLinks, {
  flags: ['updateStatus'],
  async run(ctx, { params }) {
    const doc = await load(ctx, merchantOrder, params.id);
    return transaction(async session => {
      const ended = await endLinks(ctx, doc._id, session);
      if (ended > 0) await writeEvents([toldLink(ctx, doc, 'revoke-link')], session);
      return { ended };
    });
  },
});

const step = z.object({
  act: z.string(),
  from: z.array(z.string()),
  to: z.string().nullable(),
  by: z.string(),
  flag: z.string(),
});

/** State machine of an order, for its diagram. */
export const machine = route({
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
        act: name,
        from: [...from],
        to: to ?? null,
        by: by ?? 'staff',
        flag,
      })),
  }),
});

/** Statuses that an order went through. */
export const timeline = route(orderTimeline, {
  flags: ['read'],
  residents: true,
  async run(ctx, { params: { id } }) {
    await load(ctx, merchantOrder, id);
    const rows = await events()
      .find({ projectId: ctx.projectId, entityId: id, entity: merchantOrder.name })
      .sort({ ts: 1 })
      .limit(500)
      .maxTimeMS(2000)
      .toArray();
    const isResident = ctx.kind === 'resident';
    return rows
      .filter(({ action, after }) => action === 'create' || typeof after?.status === 'string')
      .map(({ at, action, row, actor }) => ({
        at: at.toISOString(),
        act: action,
        status: String(row?.status ?? ''),
        by: isResident ? '' : actor.name,
      }));
  },
});
