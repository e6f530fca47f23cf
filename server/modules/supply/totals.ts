import { supplyTotals } from '@lobby/shared/modules/supply.contract.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { joinedQuery } from '../../kit/records/lists/list.ts';
import { records } from '../../kit/store/records.ts';

/** Value on hand of the filtered supplies. */
export const totalsRoute: Route = route(supplyTotals, {
  flags: ['aggregate'],
  async run(ctx, { query: { filter } }) {
    const [sums] = await records(supply).aggregate<{ count: number; value: number }>(
      ctx,
      await joinedQuery(supply, filter, ctx),
      [{ $group: { _id: null, count: { $sum: 1 }, value: { $sum: '$stockValue' } } }],
    );
    return { count: sums?.count ?? 0, value: sums?.value ?? 0 };
  },
});
