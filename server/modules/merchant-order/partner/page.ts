import { fileSchema } from '@lobby/shared/kit/answer-schema.ts';
import { isIn } from '@lobby/shared/kit/is-in.ts';
import { fieldSchema } from '@lobby/shared/kit/schema.ts';
import { merchantOrder, PARTNER_ACTS } from '@lobby/shared/modules/merchant-order.ts';
import { z } from 'zod';
import { fail } from '../../../kit/base/errors.ts';
import { transaction } from '../../../kit/database/database.ts';
import { takeUploads } from '../../../kit/files/file-routes.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { checkInput } from '../../../kit/records/acts/multi.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import { actionSchema } from '../../../kit/serve.ts';
import { rowOf, writeEvents } from '../../../kit/store/events.ts';
import { records } from '../../../kit/store/records.ts';
import { say } from '../../../kit/thread/routes.ts';
import { acts } from '../acts.ts';
import { awaitChange } from '../order-changes.ts';
import { linkWorker, loadTitle } from '../order-notices.ts';
import { orderThread } from '../talk.ts';
import { seenLink, usedLink } from './link.ts';
import { isOver, loadHolder } from './link-holder.ts';
import { isKnown, loadContact, pageFor, pageSchema } from './page-form.ts';

const common = {
  module: merchantOrder.code,
  audience: 'public' as const,
  residents: false,
  pace: 'open' as const,
  params: z.strictObject({ token: z.string().max(200) }),
  // Partner records of the project have the same path with their ids.
  shapes: { token: /^[\w-]{43}$/ },
};
const NO_INDEX = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'private, no-store' };

const read = route({
  ...common,
  method: 'get',
  path: '/partner/:token',
  summary: 'An order as its partner or its worker sees it, by the link; `since`: waits some seconds for it to change',
  query: z.strictObject({ since: z.coerce.number().int().min(1).optional() }),
  answer: pageSchema,
  async run(nobody, { params, query, req, res }) {
    let holder = await loadHolder(nobody, req, params.token);
    res.set(NO_INDEX);
    // A polling client has seen the order before.
    if (query.since === undefined) await seenLink(holder.link, nobody.now);
    else if (holder.doc.version === query.since) {
      await awaitChange(holder.doc._id, res);
      holder = await loadHolder(nobody, req, params.token);
    }
    return pageFor(holder, holder.doc);
  },
});

const upload = route({
  ...common,
  method: 'post',
  path: '/partner/:token/upload',
  summary: 'Pictures of the work, or of a message, by the link',
  query: z.strictObject({ of: z.literal('message').optional() }),
  upload: true,
  status: 201,
  answer: z.array(fileSchema),
  async run(nobody, { params, query, req }) {
    const { ctx, doc } = await loadHolder(nobody, req, params.token);
    // Uploads belong to the finished work or to a message.
    const works = isIn(doc.status, merchantOrder.actions.finish.from);
    if (!works && (query.of !== 'message' || isOver(doc))) fail('FORBIDDEN');
    return takeUploads(ctx, req);
  },
});

/** Reveals the contact's phone number; each time is recorded as an activity. */
const phone = route({
  ...common,
  method: 'put',
  path: '/partner/:token/phone',
  summary: 'The phone of the household, by the link; each showing is an entry of the activity',
  answer: z.object({ phone: z.string().nullable() }),
  async run(nobody, { params, req }) {
    const { ctx, doc } = await loadHolder(nobody, req, params.token);
    if (!isKnown(doc)) fail('FORBIDDEN');
    const event = {
      at: ctx.now,
      projectId: ctx.projectId,
      module: merchantOrder.code,
      entity: merchantOrder.name,
      entityId: doc._id,
      action: 'reveal',
      actor: ctx.actor,
      before: null,
      after: { fields: ['contactPhone'] },
      version: doc.version,
      row: rowOf(merchantOrder, doc),
      quiet: true,
    };
    await transaction(async session => void (await writeEvents([event], session)));
    return { phone: (await loadContact(doc)).phone };
  },
});

const OPEN_ORDERS = 50;
const others = route({
  ...common,
  method: 'get',
  path: '/partner/:token/orders',
  summary: 'The open orders of the same partner, by the link of one of them',
  answer: z.array(z.object({ code: z.string(), title: z.string(), status: z.string(), current: z.boolean() })),
  async run(nobody, { params, req }) {
    const { ctx, doc, link } = await loadHolder(nobody, req, params.token);
    if (link.role !== 'PARTNER') fail('FORBIDDEN');
    const orders = await records(merchantOrder).find(
      ctx,
      {
        partnerId: link.partnerId,
        status: { $nin: ['COMPLETED', 'RATED', 'CANCELLED', 'CANCELLED_BY_RESIDENT', 'REJECTED_BY_INSTALLER'] },
      },
      { sort: { createdAt: -1 }, limit: OPEN_ORDERS, patience: 2000 },
    );
    return Promise.all(
      orders.map(async order => ({
        code: order.code ?? '',
        title: await loadTitle(ctx, { ...order, code: null }),
        status: order.status,
        current: order._id === doc._id,
      })),
    );
  },
});

/** Adds a message from the partner or worker. */
const message = route({
  ...common,
  method: 'put',
  path: '/partner/:token/message',
  summary: 'Say something to the household, by the link',
  body: z.strictObject({
    content: fieldSchema({ kind: 'longText', max: 1000 }).nullish(),
    images: fieldSchema({ kind: 'files', max: 3, images: true }).optional(),
    version: z.int().min(1).max(1_000_000_000).optional(),
  }),
  answer: pageSchema,
  async run(nobody, { params, req, body }) {
    const holder = await loadHolder(nobody, req, params.token);
    const { images = [] } = body;
    const content = (body.content ?? '').trim();
    await say(holder.ctx, orderThread, holder.doc._id, { content, ...(images.length > 0 && { images }) });
    await usedLink(holder.link, holder.ctx.now);
    return pageFor(holder, holder.doc);
  },
});

/** Routes of the page for partners and workers. */
export const partnerPage: readonly Route[] = [
  read,
  upload,
  phone,
  others,
  message,
  ...PARTNER_ACTS.map(name =>
    route({
      ...common,
      method: 'put',
      path: `/partner/:token/${name}`,
      summary: `${name} of an order, by its partner`,
      body: actionSchema(merchantOrder.actions[name]).extend({
        version: z.int().min(1).max(1_000_000_000).optional(),
      }),
      answer: pageSchema,
      async run(nobody, { params, req, body }) {
        const holder = await loadHolder(nobody, req, params.token);
        const { ctx, doc, link } = holder;
        if (!ctx.guest?.acts.includes(name)) fail('FORBIDDEN');
        await checkInput(ctx, merchantOrder.actions[name], body);
        const after = await perform(ctx, { definition: merchantOrder, name, id: doc._id, input: body }, acts[name]);
        await usedLink(link, ctx.now);
        const worker = name === 'assign' ? await transaction(session => linkWorker(ctx, after, session)) : undefined;
        return pageFor(holder, after, worker);
      },
    }),
  ),
];
