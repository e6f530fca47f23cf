import type { PROVIDERS } from '@lobby/shared/billing/gateways.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { savedWaySchema, savedWays } from '@lobby/shared/modules/online-transaction.contract.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { records } from '../../../kit/store/records.ts';
import { askToSave, lookAt } from './bind.ts';
import { giveUp } from './invalidation.ts';
import { savedIn, type Way, ways } from './store.ts';

const path = '/saved-payment';
const common = { module: onlineTransaction.code, residents: true, staff: false } as const;
const byId = z.strictObject({ id: idSchema });

async function shown({ projectId }: Ctx, all: readonly Way[]): Promise<z.input<typeof savedWaySchema>[]> {
  const ids = [...new Set(all.map(way => way.gatewayId))];
  const gateways = ids.length > 0 ? await records(paymentGateway).find({ projectId }, { _id: { $in: ids } }) : [];
  const byName = new Map(gateways.map(({ _id, name }) => [_id, name]));
  return all.map(way => ({
    id: way._id,
    gatewayId: way.gatewayId,
    name: byName.get(way.gatewayId) ?? way.provider,
    provider: way.provider as (typeof PROVIDERS)[number],
    state: way.state === 'ENDING' ? 'REFUSED' : way.state,
    lastFour: savedIn(way)?.lastFour ?? null,
    at: way.at.toISOString(),
  }));
}

const ownWay = async ({ projectId, residentId }: Ctx, _id: string): Promise<Way> =>
  (await ways().findOne({ _id, projectId, residentId })) ?? fail('NOT_FOUND');

export const savedRoutes: readonly Route[] = [
  route(savedWays, {
    residents: true,
    staff: false,
    flags: ['read'],
    run: async ctx => {
      const { projectId, residentId } = ctx;
      return shown(
        ctx,
        await ways().find({ projectId, residentId, state: 'SAVED' }).sort({ at: 1 }).limit(20).toArray(),
      );
    },
  }),
  route({
    ...common,
    method: 'post',
    path,
    status: 201,
    summary: 'Ask a provider to keep a way to pay for the caller, who agrees to it; answers where they confirm it',
    flags: ['write'],
    body: z.strictObject({ gatewayId: idSchema, agreed: z.literal(true, 'REQUIRED') }),
    answer: z.object({
      id: z.string(),
      url: z.string().nullable(),
      qr: z.string().nullable(),
      deeplink: z.string().nullable(),
    }),
    async run(ctx, { body: { gatewayId } }) {
      const { _id, page } = await askToSave(ctx, gatewayId);
      return { id: _id, ...page };
    },
  }),
  route({
    ...common,
    method: 'get',
    path: `${path}/:id`,
    summary: 'How far the saving of a way to pay is; the provider is asked',
    flags: ['read'],
    params: byId,
    answer: savedWaySchema,
    async run(ctx, { params: { id } }) {
      const [way] = await shown(ctx, [await lookAt(ctx, await ownWay(ctx, id))]);
      return way ?? fail('NOT_FOUND');
    },
  }),
  route({
    ...common,
    method: 'delete',
    path: `${path}/:id`,
    summary: 'Forget a saved way to pay, here and at its provider',
    flags: ['write'],
    params: byId,
    answer: z.null(),
    async run(ctx, { params: { id } }) {
      await giveUp([await ownWay(ctx, id)], ctx.now);
      return null;
    },
  }),
];
