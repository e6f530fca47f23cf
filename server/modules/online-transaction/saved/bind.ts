import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import type { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { newId } from '../../../kit/database/database.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadProject } from '../../../platform/projects/projects.ts';
import {
  type Agreed,
  loadSaving,
  NotAnswering,
  noteFailure,
  ProviderRefused,
  paysOnline,
  type Result,
  wayUrl,
} from '../../payment-gateway/index.ts';
import { loadGateway, newRef } from '../orders.ts';
import { sealedWay, type Way, ways } from './store.ts';

/** Requests that the provider saves a payment method, and returns the page for the payer's consent; earlier requests are dropped. */
export async function askToSave(ctx: Ctx, gatewayId: string): Promise<Way> {
  if (!(await paysOnline(ctx))) fail('PROJECT_NO_ONLINE_PAYMENT');
  const { projectId, residentId, now } = ctx;
  const gateway = await loadGateway(ctx, gatewayId);
  const isThere = gateway && !gateway.deletedAt && gateway.status === 'ACTIVE';
  const way = isThere ? await loadSaving(gateway, now) : null;
  if (!gateway || !way) return fail('PAYMENT_CONFIG_NOT_FOUND');
  const _id = newId();
  const binding = {
    ref: newRef(ctx),
    payer: `P${randomBytes(12).toString('hex').toUpperCase()}`,
    info: (await loadProject(projectId))?.name ?? '',
    createdAt: now,
    returnUrl: await wayUrl(projectId, _id),
  };
  try {
    const page = await way.saving.bind(way.contract, binding);
    const until = new Date(now.getTime() + HOUR_MS);
    const made: Way = {
      _id,
      projectId,
      gatewayId,
      provider: gateway.provider,
      residentId,
      state: 'ASKED',
      binding,
      page,
      kept: null,
      at: now,
      until,
    };
    await ways().deleteMany({ projectId, residentId, gatewayId, state: { $in: ['ASKED', 'REFUSED'] } });
    await ways().insertOne(made);
    return made;
  } catch (error) {
    if (!(error instanceof NotAnswering) && !(error instanceof ProviderRefused)) throw error;
    await noteFailure(ctx, gatewayId);
    return fail('GATEWAY_NOT_ANSWERING');
  }
}

/** Applies the result of a consent: stores the token or ends the request. Repeated or out-of-order notices save a method once. */
async function settle(way: Way, agreed: Agreed, now: Date): Promise<Result> {
  const { _id, state } = way;
  if (agreed.state === 'ENDED' && state === 'SAVED') {
    await ways().deleteOne({ _id });
    return 'TAKEN';
  }
  if (state === 'SAVED' || state === 'ENDING') return 'DOUBLE';
  if (agreed.state === 'PENDING') return 'TAKEN';
  const gateway = await loadGateway(way, way.gatewayId);
  const by = gateway && (await loadSaving(gateway, now));
  const saved =
    agreed.proof && by
      ? await by.saving.redeem(by.contract, way.binding, agreed.proof).catch(error => {
          if (error instanceof ProviderRefused) return null;
          throw error;
        })
      : null;
  // A proof can be redeemed once only; whoever redeemed it determines the result.
  await ways().updateOne(
    { _id, state: { $in: saved ? ['ASKED', 'REFUSED'] : ['ASKED'] } },
    { $set: saved ? { state: 'SAVED', kept: sealedWay(saved), at: now, until: null } : { state: 'REFUSED' } },
  );
  return 'TAKEN';
}

/** Handles a provider's notice about a consent to this gateway. */
export async function takeConsent(
  { _id: gatewayId, projectId }: Doc<typeof paymentGateway>,
  agreed: Agreed,
  now: Date,
): Promise<Result> {
  const way = await ways().findOne({ projectId, gatewayId, 'binding.ref': agreed.ref });
  return way ? settle(way, agreed, now) : 'ORDER_UNKNOWN';
}

/** Queries the state of a consent if the provider supports it; otherwise its notice reports the result. */
export async function lookAt(ctx: Ctx, way: Way): Promise<Way> {
  if (way.state !== 'ASKED') return way;
  const gateway = await loadGateway(ctx, way.gatewayId);
  const by = gateway && (await loadSaving(gateway, ctx.now));
  if (!by?.saving.query) return way;
  try {
    await settle(way, await by.saving.query(by.contract, way.binding), ctx.now);
  } catch (error) {
    if (!(error instanceof NotAnswering)) throw error;
  }
  return (await ways().findOne({ _id: way._id })) ?? way;
}
