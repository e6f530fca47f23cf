import { isDay, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { type commissionRow, orderCommission } from '@lobby/shared/modules/merchant-order.contract.ts';
import { merchantOrder, ORDERS_PAID } from '@lobby/shared/modules/merchant-order.ts';
import type { z } from 'zod';
import { failFields } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { records } from '../../../kit/store/records.ts';

type Totals = Omit<z.infer<typeof commissionRow>, 'partnerId'> & { _id: string };

/** Orders, prices and commissions by partner within a period. */
export const commissionReport: Route = route(orderCommission, {
  flags: ['aggregate'],
  async run(ctx, { query: { from, to } }) {
    for (const [name, day] of Object.entries({ from, to }))
      if (!isDay(day)) failFields({ [name]: { code: 'DATE_INVALID' } });
    const { timeZone } = ctx.project;
    const done = { $in: ['$status', [...ORDERS_PAID, 'WARRANTY_REQUESTED']] };
    const sum = (of: unknown, when: unknown = done) => ({ $sum: { $cond: [when, of, 0] } });
    const rows = await records(merchantOrder).aggregate<Totals>(
      ctx,
      {
        partnerId: { $type: 'string' },
        createdAt: { $gte: startOfDay(from, timeZone), $lt: startOfDay(nextDay(to), timeZone) },
      },
      [
        {
          $group: {
            _id: '$partnerId',
            orders: { $sum: 1 },
            done: sum(1),
            declined: sum(1, { $in: ['$status', ['REJECTED_BY_INSTALLER', 'NO_INSTALLER_FOUND']] }),
            warranties: { $sum: { $subtract: [{ $ifNull: ['$round', 1] }, 1] } },
            total: sum({ $ifNull: ['$total', 0] }),
            commission: sum({ $ifNull: ['$commission', 0] }),
            rating: { $avg: '$rating' },
          },
        },
        { $sort: { commission: -1, _id: 1 } },
      ],
    );
    return rows.map(({ _id, rating, ...rest }) => ({
      partnerId: _id,
      ...rest,
      rating: rating === null ? null : Math.round(rating * 10) / 10,
    }));
  },
});
