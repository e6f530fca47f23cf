import { partner } from '@lobby/shared/modules/partner.ts';
import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { amountAt } from '@lobby/shared/modules/stock-math.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import { text } from '../../kit/base/messages.ts';
import type { Route } from '../../kit/http/route.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { paperDay, slipRoute } from '../supply/index.ts';
import { nameOf } from './rules.ts';

/** Order form of a request, for the supplier. */
export const orderFormRoute: Route = slipRoute(purchaseRequest, async (ctx, doc) => {
  const say = (key: string, params?: Record<string, unknown>) => text(ctx, `${purchaseRequest.name}.${key}`, params);
  const { lines } = doc;
  const ids = lines.flatMap(({ supplyId }) => (supplyId ? [supplyId] : []));
  const supplies = await loadRefs(ctx.projectId, supply, ids);
  const id = doc.partnerId;
  const seller = id ? (await loadRefs(ctx.projectId, partner, [id])).get(id) : undefined;
  const facts = [
    seller && `${say('fields.partnerId')}: ${[seller.name, seller.address].filter(Boolean).join(', ')}`,
    doc.neededOn && `${say('fields.neededOn')}: ${paperDay(doc.neededOn)}`,
    doc.orderNumber && `${say('fields.orderNumber')}: ${doc.orderNumber}`,
  ];
  return {
    title: say('paper.title'),
    head: nameOf(doc),
    facts: facts.filter(fact => typeof fact === 'string'),
    rows: lines.map(({ supplyId, name, unitName, quantity, estimatedPrice: price }) => ({
      name: name ?? '',
      code: supplies.get(supplyId ?? '')?.code ?? '',
      unit: unitName ?? '',
      quantity,
      price,
      amount: price === null ? null : amountAt(quantity, price),
    })),
    total: doc.estimatedTotal,
    signers: ['signAsker', 'signHead', 'signSeller'].map(who => say(`paper.${who}`)),
  };
});
