import { bill } from '@lobby/shared/modules/bill.ts';
import { paidFor } from '@lobby/shared/modules/receipt.contract.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { detailFlag, load } from '../../../kit/records/acts/act.ts';
import { records } from '../../../kit/store/records.ts';
import { findLate } from '../../bill/index.ts';

/** What a receipt paid, line by line; a bill with its month and what is left of it, interest by its late bill. */
export const paidForRoute: Route = route(paidFor, {
  flags: [detailFlag(receipt)],
  async run(ctx, { params: { id } }) {
    const { projectId } = ctx;
    const { allocations = [] } = await load(ctx, receipt, id);
    const bills = await records(bill).find(
      { projectId },
      { _id: { $in: allocations.flatMap(({ billId }) => billId ?? []) } },
      { only: ['code', 'month', 'serviceId', 'remaining', 'createdFor', 'originalId'] },
    );
    const byId = new Map(bills.map(doc => [doc._id, doc]));
    const lateOf = await findLate(projectId, bills);
    return allocations.map(({ kind = 'BILL', billId = null, serviceId = null, categoryId = null, amount }) => {
      const paid = byId.get(billId ?? '');
      const of = lateOf(billId ?? '') ?? paid;
      return {
        kind: paid?.createdFor === 'INTEREST' ? ('INTEREST' as const) : (kind ?? 'BILL'),
        billId: of?._id ?? billId,
        code: of?.code ?? null,
        month: of?.month ?? null,
        serviceId: of?.serviceId ?? serviceId,
        categoryId,
        amount: amount ?? 0,
        left: paid ? paid.remaining : null,
      };
    });
  },
});
