import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { owes } from '@lobby/shared/kit/money.contract.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { records } from '../../../kit/store/records.ts';
import { findHomes } from '../homes.ts';
import { chargeableBy, mayBeLate } from '../interest/interest.ts';

/** Total debt with its late interest, and the householder of a unit, shown at the top of its money pages. */
export const owesRoute = route(owes, {
  flags: ['read'],
  async run(ctx, { params: { unitId } }) {
    await load(ctx, unit, unitId);
    const [[sums], late, homeIn] = await Promise.all([
      records(bill).aggregate<Omit<AnswerOf<typeof owes>, 'householderId' | 'accrued'>>(
        ctx,
        { unitId, status: 'ACTIVE', paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] } },
        [
          {
            $group: {
              _id: null,
              owed: { $sum: '$remaining' },
              interest: { $sum: { $cond: [{ $eq: ['$createdFor', 'INTEREST'] }, '$remaining', 0] } },
              overdue: { $sum: { $cond: ['$overdue', '$remaining', 0] } },
              bills: { $sum: 1 },
            },
          },
        ],
      ),
      records(bill).find(ctx, { ...mayBeLate(ctx.now), unitId }),
      findHomes(ctx, [unitId]),
    ]);
    const { owed = 0, interest: charged = 0, overdue = 0, bills = 0 } = sums ?? {};
    const counted = await chargeableBy(ctx, late, todayOf(ctx));
    const accrued = [...counted.values()].reduce((sum, { open }) => sum + open, 0);
    return {
      householderId: homeIn(unitId).residentId,
      owed: owed + accrued,
      interest: charged + accrued,
      accrued,
      overdue,
      bills,
    };
  },
});
