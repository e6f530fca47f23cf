import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { owes } from '@lobby/shared/kit/money.contract.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/act.ts';
import { records } from '../../../kit/store/records.ts';
import { findHomes } from '../homes.ts';

/** Total debt and householder of a unit, shown at the top of its money pages. */
export const owesRoute = route(owes, {
  flags: ['read'],
  async run(ctx, { params: { unitId } }) {
    await load(ctx, unit, unitId);
    const [[sums], homeIn] = await Promise.all([
      records(bill).aggregate<Omit<AnswerOf<typeof owes>, 'householderId'>>(
        ctx,
        { unitId, status: 'ACTIVE', paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] } },
        [
          {
            $group: {
              _id: null,
              owed: { $sum: '$remaining' },
              overdue: { $sum: { $cond: ['$overdue', '$remaining', 0] } },
              bills: { $sum: 1 },
            },
          },
        ],
      ),
      findHomes(ctx, [unitId]),
    ]);
    const { owed = 0, overdue = 0, bills = 0 } = sums ?? {};
    return { householderId: homeIn(unitId).residentId, owed, overdue, bills };
  },
});
