import { OWES, type UnitOwes } from '@lobby/shared/kit/money.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { records } from '../../kit/store/records.ts';
import { findHomes } from './homes.ts';

const answer = z.object({ householderId: z.string().nullable(), owed: z.int(), overdue: z.int(), bills: z.int() });

/** Total debt and householder of a unit, shown at the top of its money pages. */
export const owesRoute = route({
  method: 'get',
  path: `${OWES.path}/:unitId/owes`,
  summary: 'What a unit owes in all, and its householder',
  module: bill.code,
  flags: ['read'],
  params: z.strictObject({ unitId: idSchema }),
  answer,
  async run(ctx, { params: { unitId } }): Promise<UnitOwes> {
    await load(ctx, unit, unitId);
    const [[sums], homeIn] = await Promise.all([
      records(bill).aggregate<Omit<UnitOwes, 'householderId'>>(
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
