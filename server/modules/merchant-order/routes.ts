import type { Action } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { orderTimeline } from '@lobby/shared/modules/merchant-order.contract.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { transaction } from '../../kit/database/database.ts';
import { route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { events, rowOf, writeEvents } from '../../kit/store/events.ts';
import type { Doc } from '../../kit/store/records.ts';
import { isOver } from './partner/holder.ts';
import { endLinks, LINK_ROLES, makeLink, opens, pageOf, partnerLinks } from './partner/link.ts';

const byId = z.strictObject({ id: idSchema });

const role = z.enum(LINK_ROLES);

const moment = z.iso.datetime();

const linkSchema = z.object({
  role,
  sentBy: z.enum(['EMAIL', 'SMS']).nullable(),
  createdAt: moment,
  until: moment,
  open: z.boolean(),
  openedAt: moment.nullable(),
  lastSeenAt: moment.nullable(),
  opens: z.int(),
  revokedBy: z.string().nullable(),
});

export const partnerLink = route({
  method: 'get',
  path: `${merchantOrder.path}/:id/partner-link`,
  summary: 'The links by which the partner of an order and its worker follow it: when they went out and were opened',
  module: merchantOrder.code,
  flags: ['updateStatus'],
  params: byId,
  answer: z.array(linkSchema),
  async run(ctx, { params }) {
    const doc = await load(ctx, merchantOrder, params.id);
    const found = await partnerLinks()
      .find({ projectId: ctx.projectId, orderId: doc._id })
      .sort({ createdAt: -1 })
      .limit(20)
      .maxTimeMS(2000)
      .toArray();
    return found.map(one => ({
      role: one.role,
      sentBy: one.sentBy,
      createdAt: one.createdAt.toISOString(),
      until: one.until.toISOString(),
      open: opens(one, doc, isOver(doc), ctx.now),
      openedAt: one.openedAt?.toISOString() ?? null,
      lastSeenAt: one.lastSeenAt?.toISOString() ?? null,
      opens: one.opens,
      revokedBy: one.revokedBy,
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

export const renewLink = route({
  method: 'put',
  path: `${merchantOrder.path}/:id/renew-link`,
  summary: 'Make another link of an order; it is shown this once, and the one before ends at once',
  module: merchantOrder.code,
  flags: ['updateStatus'],
  params: byId,
  body: z.strictObject({ role: role.optional() }),
  answer: z.object({ token: z.string(), path: z.string() }),
  async run(ctx, { params, body: asked }) {
    const doc = await load(ctx, merchantOrder, params.id);
    if (!doc.partnerId) fail('PARTNER_REQUIRED');
    const token = await transaction(async session => {
      await writeEvents([toldLink(ctx, doc, 'renew-link')], session);
      return makeLink(ctx, doc, asked.role ?? 'PARTNER', session);
    });
    return { token, path: pageOf('', token) };
  },
});

export const revokeLink = route({
  method: 'put',
  path: `${merchantOrder.path}/:id/revoke-link`,
  summary: 'End the links of an order at once',
  module: merchantOrder.code,
  flags: ['updateStatus'],
  params: byId,
  body: z.strictObject({}),
  answer: z.object({ ended: z.int() }),
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
    const own = ctx.kind === 'resident';
    return rows
      .filter(({ action, after }) => action === 'create' || typeof after?.status === 'string')
      .map(({ at, action, row, actor }) => ({
        at: at.toISOString(),
        act: action,
        status: String(row?.status ?? ''),
        by: own ? '' : actor.name,
      }));
  },
});
