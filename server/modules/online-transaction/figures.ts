import { PROVIDERS } from '@lobby/shared/billing/gateways.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { type onlineFigure, onlineFigures } from '@lobby/shared/modules/online-transaction.contract.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import type { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';
import { assertPeriodLength } from '../ledger/index.ts';

interface Sum extends Omit<z.output<typeof onlineFigure>, 'day' | 'provider'> {
  _id: Pick<z.output<typeof onlineFigure>, 'day' | 'provider'>;
}
const whenPaid = (what: unknown) => ({ $cond: [{ $eq: ['$status', 'SUCCESSED'] }, what, 0] });

/** `GET /statistics/online`: attempts and payments by day and provider. */
export const figuresRoute: Route = route(onlineFigures, {
  flags: ['aggregate'],
  async run({ projectId, project: { timeZone } }, { query: { from, to } }) {
    assertPeriodLength(from, to);
    const day = { $dateToString: { date: '$createdAt', format: '%Y-%m-%d', timezone: timeZone } };
    const sums = await records(onlineTransaction).aggregate<Sum>(
      { projectId },
      {
        provider: { $in: [...PROVIDERS] },
        createdAt: {
          $gte: new Date(Date.parse(from) - DAY_MS),
          $lt: new Date(Date.parse(to) + 2 * DAY_MS),
        },
      },
      [
        {
          $group: {
            _id: { day, provider: '$provider' },
            count: { $sum: 1 },
            paid: { $sum: whenPaid(1) },
            amount: { $sum: whenPaid('$amount') },
            fee: { $sum: whenPaid('$fee') },
          },
        },
        { $match: { '_id.day': { $gte: from, $lte: to } } },
        { $sort: { '_id.day': -1, '_id.provider': 1 } },
      ],
      10_000,
    );
    return sums.map(({ _id, ...sum }) => ({ ..._id, ...sum }));
  },
});
