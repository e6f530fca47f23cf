import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { bankDeliveries } from '@lobby/shared/modules/bank-connection.contract.ts';
import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import type { Request } from 'express';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { db } from '../../kit/database/database.ts';
import { route } from '../../kit/http/route.ts';
import { webhook } from '../../kit/http/webhook.ts';
import { load } from '../../kit/records/acts/act.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { collectionOf } from '../../kit/store/schema.ts';
import { keepSecrets } from '../payment-gateway/index.ts';
import { readCall, receiveCall } from './bank-calls.ts';
import { countsSince, deliveryBy, loadDeliveries } from './deliveries.ts';
import { newSecret } from './rules.ts';

const { path, code: module } = bankConnection;

const params = z.strictObject({ id: idSchema });

const version = z.int().min(1).max(1_000_000_000);

const HELD_MS = 2 * DAY_MS;

export const rotate = route({
  method: 'put',
  path: `${path}/:id/rotate`,
  summary: 'Give a connection a secret, shown this once; the former one holds for 48 hours',
  module,
  flags: ['updateStatus'],
  params,
  body: z.strictObject({ secret: z.string().trim().min(16).max(200).optional(), version: version.optional() }),
  answer: z.object({ secret: z.string() }),
  async run(ctx, { params: { id }, body }) {
    const secret = body.secret ?? newSecret();
    await perform(
      ctx,
      { definition: bankConnection, name: 'renew', id, input: { version: body.version } },
      (_ctx, doc) => ({
        set: {
          secretSetAt: ctx.now,
          previousUntil: doc.secretSetAt ? new Date(ctx.now.getTime() + HELD_MS) : null,
        },
        also: session => keepSecrets(ctx, { ...doc, environment: 'LIVE' }, { secret }, session, true),
      }),
    );
    return { secret };
  },
});

export const deliveries = route(bankDeliveries, {
  flags: ['read'],
  async run(ctx, { params: { id }, query: { state } }) {
    await load(ctx, bankConnection, id);
    const { received, refused } = await countsSince(ctx.projectId, id, new Date(ctx.now.getTime() - DAY_MS));
    return {
      received24h: received,
      refused24h: refused,
      deliveries: await loadDeliveries(ctx.projectId, id, state),
    };
  },
});

export const replay = route({
  method: 'put',
  path: `${path}/deliveries/:deliveryId/replay`,
  summary: 'Read a call once more: what is known already stays as it is',
  module,
  flags: ['write'],
  params: z.strictObject({ deliveryId: idSchema }),
  answer: z.object({ read: z.boolean() }),
  async run(ctx, { params: { deliveryId } }) {
    const delivery = await deliveryBy(ctx.projectId, deliveryId);
    if (!delivery) return fail('DELIVERY_NOT_FOUND');
    const connection = await load(ctx, bankConnection, delivery.connectionId);
    return { read: await readCall({ ...ctx, once: null }, connection, delivery.body) };
  },
});

const rawOf = (req: Request): string =>
  'rawBody' in req && Buffer.isBuffer(req.rawBody) ? req.rawBody.toString('utf8') : '';

export const bankWebhook = webhook({
  path: 'bank',
  summary: 'Take what a bank tells of transfers, signed as its connection says',
  module,
  async run(ctx, key, { req, res }) {
    const connection = await db()
      .collection<Doc<typeof bankConnection>>(collectionOf(bankConnection))
      .findOne({ key, deletedAt: null });
    const call = { header: (name: string) => req.get(name) ?? '', body: rawOf(req), auth: '' };
    const { status, body, retryAfter } = await receiveCall(connection, call, req.ip ?? '', ctx.now);
    if (retryAfter) res.set('Retry-After', String(retryAfter));
    res.status(status).json(body);
  },
});
