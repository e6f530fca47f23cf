import { STOCK_KINDS, type StockKind, stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { stockDocumentTotals } from '@lobby/shared/modules/supply.contract.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { joinedQuery } from '../../kit/records/lists/list.ts';
import { records } from '../../kit/store/records.ts';

/** Sums of the filtered documents by kind; drafts and cancelled ones moved no stock. */
export const totalsRoute: Route = route(stockDocumentTotals, {
  flags: ['read'],
  async run(ctx, { query: { filter } }) {
    const found = await records(stockDocument).aggregate<{ _id: StockKind; count: number; total: number }>(
      ctx,
      {
        ...(await joinedQuery(stockDocument, filter, ctx)),
        ...(!filter.status && { status: 'OFFICIAL' as const }),
      },
      [{ $group: { _id: '$kind', count: { $sum: 1 }, total: { $sum: '$total' } } }],
    );
    return STOCK_KINDS.flatMap(kind => {
      const sums = found.find(({ _id }) => _id === kind);
      return sums ? [{ kind, count: sums.count, total: sums.total }] : [];
    });
  },
});
