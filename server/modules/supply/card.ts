import { quantityOf, unitsOf } from '@lobby/shared/modules/stock-math.ts';
import { stockCard } from '@lobby/shared/modules/supply.contract.ts';
import { stockMovement, supply } from '@lobby/shared/modules/supply.ts';
import { failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { records } from '../../kit/store/records.ts';

const MOST_ROWS = 1000;
const MOST_READ = 50_000;

/** Stock card of a supply: receipts and issues by document date, with the balance after each. */
export const cardRoute: Route = route(stockCard, {
  flags: ['read'],
  async run(ctx, { params, query: { warehouseId, from, to } }) {
    if (from && to && from > to) failFields({ to: { code: 'INVALID' } });
    const { projectId } = ctx;
    const { _id: supplyId } = await load(ctx, supply, params.id);
    const dated = to ? { documentDate: { $lte: to } } : {};
    const rows = await records(stockMovement).find(
      { projectId },
      { supplyId, ...(warehouseId && { warehouseId }), ...dated },
      { sort: { documentDate: 1, postedAt: 1, _id: 1 }, limit: MOST_READ },
    );
    let [units, value] = [0, 0];
    const counted = rows.map(row => {
      units += unitsOf(row.delta);
      value += row.amount ?? 0;
      return { row, balance: quantityOf(units), value };
    });
    const shown = counted.filter(({ row }) => !from || (row.documentDate ?? '') >= from).slice(-MOST_ROWS);
    return shown.map(({ row, ...left }) => ({
      id: row._id,
      at: (row.postedAt ?? row.createdAt).toISOString(),
      day: row.documentDate ?? '',
      documentId: row.documentId ?? '',
      document: row.documentCode ?? '',
      warehouseId: row.warehouseId ?? '',
      in: Math.max(0, row.delta),
      out: Math.max(0, -row.delta),
      ...left,
    }));
  },
});
