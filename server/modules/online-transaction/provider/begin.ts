import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import type { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { accountFor, shownTransfer } from '../../bank-account/index.ts';
import {
  type Adapter,
  adapterOf,
  type Contract,
  loadContract,
  NotAnswering,
  noteFailure,
  type Page,
  ProviderRefused,
  type ProviderStatus,
} from '../../payment-gateway/index.ts';
import { appendLog, loadGateway, payOrder } from '../orders.ts';

const TRIES = 2;

/** Adapter and contract of an order's gateway; null if only the bank reports its payment. */
export async function loadAdapter(
  ctx: Ctx,
  doc: Doc<typeof onlineTransaction>,
): Promise<{ adapter: Adapter; contract: Contract } | null> {
  const gateway = await loadGateway(ctx, doc.gatewayId);
  const adapter = adapterOf(doc.provider);
  return gateway && adapter ? { adapter, contract: await loadContract(gateway, ctx.now) } : null;
}

/** Current status at the provider; null if it does not answer or cannot be asked. */
export async function queryStatus(ctx: Ctx, doc: Doc<typeof onlineTransaction>): Promise<ProviderStatus | null> {
  const way = await loadAdapter(ctx, doc);
  if (!way) return null;
  try {
    return await way.adapter.query(way.contract, await payOrder(doc));
  } catch (error) {
    if (error instanceof NotAnswering || error instanceof ProviderRefused) return null;
    throw error;
  }
}

/** Our own VietQR, for the project's account or the unit's virtual account. */
async function ownPage(
  ctx: Ctx,
  doc: Doc<typeof onlineTransaction>,
  gateway: Doc<typeof paymentGateway>,
  unitCode: string,
): Promise<Page> {
  const account = await accountFor(ctx, gateway.bankAccountId);
  const virtual =
    doc.provider === 'VIRTUAL_ACCOUNT' && account && doc.unitId
      ? await records(identityAccount).first(ctx, {
          unitId: doc.unitId,
          bankBin: account.bankBin,
          status: 'ACTIVE',
        })
      : null;
  const transfer = { code: doc.ref ?? '', unit: unitCode, amount: doc.amount ?? 0, project: '' };
  // Only the reference is used as text, whatever template the project has.
  const plain = account && { ...account, transferTemplate: '{code}' };
  const { qr } = shownTransfer(plain, transfer, virtual ?? undefined);
  return { url: null, qr, deeplink: null };
}

async function tried(ctx: Ctx, doc: Doc<typeof onlineTransaction>, unitCode: string): Promise<Page | null> {
  const gateway = await loadGateway(ctx, doc.gatewayId);
  const way = await loadAdapter(ctx, doc);
  if (!gateway) return null;
  if (!way) return ownPage(ctx, doc, gateway, unitCode);
  const order = await payOrder(doc, unitCode);
  for (let n = 1; n <= TRIES; n++)
    try {
      // The first attempt may have arrived: it is not repeated then.
      if (n > 1 && (await way.adapter.query(way.contract, order)).state !== 'UNKNOWN') return null;
      return await way.adapter.create(way.contract, order);
    } catch (error) {
      if (error instanceof ProviderRefused) return null;
      if (!(error instanceof NotAnswering)) throw error;
    }
  return null;
}

/** Payment page of an order; without an answer the order fails, and debts stay unchanged. */
export async function openPaymentPage(ctx: Ctx, doc: Doc<typeof onlineTransaction>, unitCode: string): Promise<Page> {
  const page = await tried(ctx, doc, unitCode);
  if (page) return page;
  await perform(ctx, { definition: onlineTransaction, name: 'fail', id: doc._id, input: {} }, (_ctx, latest) => ({
    set: appendLog(latest, ctx.now, 'create', 'NOT_ANSWERING'),
  }));
  if (doc.gatewayId) await noteFailure(ctx, doc.gatewayId);
  return fail('GATEWAY_NOT_ANSWERING');
}
