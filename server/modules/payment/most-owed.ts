import { daysLate } from '@lobby/shared/billing/ageing.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { mostOwed } from '@lobby/shared/modules/payment.contract.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';
import { payersIn } from '../receipt/index.ts';
import { loadOwed, sumInterest, sumOwed } from './open-bills.ts';

const MOST = 8;

/** Units with the highest debts, the sums as the counter shows them. */
export const mostOwedRoute = route(mostOwed, {
  flags: ['read'],
  async run(ctx) {
    const today = todayOf(ctx);
    const most = await records(bill).aggregate<{ _id: string }>(
      ctx,
      // A paid bill may have late interest that is not charged yet.
      { status: 'ACTIVE', $or: [{ paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] } }, { late: true }] },
      [
        { $group: { _id: '$unitId', owed: { $sum: { $add: ['$remaining', '$interest'] } } } },
        { $sort: { owed: -1, _id: 1 } },
        { $limit: MOST },
      ],
    );
    const unitIds = most.map(({ _id }) => _id);
    const [units, owed, payers] = await Promise.all([
      records(unit).find(ctx, { _id: { $in: unitIds } }, { only: ['code'] }),
      loadOwed(ctx, unitIds),
      payersIn(ctx, unitIds),
    ]);
    return units
      .map(({ _id, code }) => {
        const bills = owed.get(_id) ?? [];
        return {
          unitId: _id,
          code,
          residentId: payers.get(_id) ?? null,
          owed: sumOwed(bills),
          interest: sumInterest(bills),
          bills: bills.length,
          daysLate: Math.max(0, ...bills.map(({ dueDate }) => (dueDate ? daysLate(dueDate, today) : 0))),
        };
      })
      .filter(debtor => debtor.owed > 0)
      .toSorted((a, b) => b.owed - a.owed);
  },
});
