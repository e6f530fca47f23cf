import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../../kit/base/errors.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import {
  NotAnswering,
  noteFailure,
  type PayState,
  ProviderRefused,
  type ProviderStatus,
} from '../../payment-gateway/index.ts';
import { appendLog, payOrder } from '../orders.ts';
import { loadAdapter, queryStatus } from '../provider/begin.ts';
import { take } from '../provider/updates.ts';
import { savedIn, type Way, ways } from './store.ts';

type Order = Doc<typeof onlineTransaction>;

/** The caller's saved method of the gateway. */
export async function wayFor(
  { projectId, residentId }: Ctx,
  { savedId, gatewayId }: { savedId?: string | undefined; gatewayId: string },
): Promise<Way | null> {
  if (!savedId) return null;
  const way = await ways().findOne({ _id: savedId, projectId, gatewayId, residentId, state: 'SAVED' });
  return way ?? failFields({ savedId: { code: 'REFERENCE_NOT_SUITABLE' } });
}

/** Charges a saved method; after a lost answer the status is queried, so that it is not charged twice. */
async function taken(ctx: Ctx, doc: Order, way: Way, unitCode: string): Promise<PayState> {
  const spoken = await loadAdapter(ctx, doc);
  const saved = savedIn(way);
  if (!spoken?.adapter.saving || !saved) return 'UNKNOWN';
  try {
    const state = await spoken.adapter.saving.pay(spoken.contract, await payOrder(doc, unitCode), saved);
    if (state !== 'FAILED') return state;
  } catch (error) {
    if (error instanceof NotAnswering) return (await queryStatus(ctx, doc))?.state ?? 'PENDING';
    if (!(error instanceof ProviderRefused)) throw error;
  }
  // A repeated charge is refused, although the first one may have succeeded.
  return (await queryStatus(ctx, doc))?.state === 'PAID' ? 'PAID' : 'FAILED';
}

/** Ignores refusals: a notice may have arrived first. */
const unlessTold = (what: Promise<unknown>): Promise<unknown> =>
  what.catch(error => {
    if (!(error instanceof Refusal)) throw error;
  });

/** Pays an order by a saved method, without a page. */
export async function payBy(ctx: Ctx, doc: Order, way: Way, unitCode: string): Promise<void> {
  const state = await taken(ctx, doc, way, unitCode);
  if (state === 'PAID' || state === 'PENDING') {
    await unlessTold(
      perform(ctx, { definition: onlineTransaction, name: 'ready', id: doc._id, input: {} }, (_ctx, latest) => ({
        set: { status: 'IN_PROCESS', ...appendLog(latest, ctx.now, 'token', state) },
      })),
    );
    const nothing: ProviderStatus = {
      ref: doc.ref ?? '',
      state: 'PENDING',
      amount: null,
      providerRef: null,
      bankCode: null,
      cardLast4: null,
    };
    await unlessTold(take(ctx, doc._id, (await queryStatus(ctx, doc)) ?? nothing, 'token'));
    return;
  }
  await unlessTold(
    perform(ctx, { definition: onlineTransaction, name: 'fail', id: doc._id, input: {} }, (_ctx, latest) => ({
      set: appendLog(latest, ctx.now, 'token', state),
    })),
  );
  if (state !== 'UNKNOWN') fail('SAVED_WAY_REFUSED');
  if (doc.gatewayId) await noteFailure(ctx, doc.gatewayId);
  fail('GATEWAY_NOT_ANSWERING');
}
