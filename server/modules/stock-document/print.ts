import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { supply, warehouse } from '@lobby/shared/modules/supply.ts';
import { text } from '../../kit/base/messages.ts';
import type { Route } from '../../kit/http/route.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { paperDay, slipRoute } from '../supply/index.ts';

const SIGNERS = ['signMaker', 'signOther', 'signKeeper', 'signAccountant', 'signHead'] as const;

/** Stock document as PDF. */
export const printRoute: Route = slipRoute(stockDocument, async (ctx, doc) => {
  const say = (key: string, params?: Record<string, unknown>) => text(ctx, `${stockDocument.name}.${key}`, params);
  const { lines } = doc;
  const ids = lines.map(({ supplyId }) => supplyId);
  const supplies = await loadRefs(ctx.projectId, supply, ids);
  const places = [doc.warehouseId, doc.toWarehouseId].flatMap(id => id ?? []);
  const named = await loadRefs(ctx.projectId, warehouse, places);
  const way = places.map(id => named.get(id)?.name).join(' → ');
  const state = doc.status === 'OFFICIAL' ? '' : ` · ${say(`statuses.${doc.status}`)}`;
  return {
    title: say(`paper.${doc.kind}`),
    head: `${say('paper.date', { day: paperDay(doc.documentDate) })}${doc.code ? ` · ${doc.code}` : ''}${state}`,
    facts: [`${say('fields.warehouseId')}: ${way}`],
    rows: lines.map(({ supplyId, quantity, unitPrice, amount }) => {
      const item = supplies.get(supplyId);
      const price = unitPrice ?? (amount === null ? null : Math.round(amount / quantity));
      const words = { name: item?.name ?? '', code: item?.code ?? '', unit: item?.unitName ?? '' };
      return { ...words, quantity, price, amount };
    }),
    total: doc.total,
    signers: SIGNERS.map(who => say(`paper.${who}`)),
  };
});
