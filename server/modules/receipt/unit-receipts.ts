import { calledIn } from '@lobby/shared/kit/nouns.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { unitReceipts } from '@lobby/shared/modules/receipt.contract.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { fail } from '../../kit/base/errors.ts';
import { route } from '../../kit/http/route.ts';
import { load, loadScope } from '../../kit/records/acts/act.ts';
import { records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';

const MOST = 50;

/** Receipts of a household named by what they paid; the stored content is a sentence in the language of the cashier. */
export const unitReceiptsRoute = route(unitReceipts, {
  flags: ['read'],
  residents: true,
  async run(ctx, { params: { unitId } }) {
    if (ctx.kind === 'resident' && unitId !== ctx.unitId) fail('NOT_FOUND');
    await load(ctx, unit, unitId);
    const found = await records(receipt).find(
      ctx,
      { $and: [await loadScope(ctx, receipt)], unitId },
      { sort: { accountingDate: -1, _id: -1 }, limit: MOST, patience: 2000 },
    );
    const allocations = found.flatMap(doc => doc.allocations ?? []);
    const idsOf = (ids: (string | null | undefined)[]) => [...new Set(ids.filter(id => typeof id === 'string'))];
    const [bills, bookings] = await Promise.all([
      loadRefs(ctx.projectId, bill, idsOf(allocations.map(({ billId }) => billId))),
      loadRefs(ctx.projectId, utilityBooking, idsOf(found.map(({ originId }) => originId))),
    ]);
    const [services, amenities] = await Promise.all([
      loadRefs(ctx.projectId, service, idsOf([...bills.values()].map(({ serviceId }) => serviceId))),
      loadRefs(ctx.projectId, utility, idsOf(found.map(({ amenityId }) => amenityId))),
    ]);
    return found.map(doc => {
      const paid = (doc.allocations ?? []).flatMap(({ billId }) => bills.get(billId ?? '') ?? []);
      const booking = bookings.get(doc.originId ?? '');
      const amenity = calledIn(utility, amenities.get(doc.amenityId ?? ''), ctx.language);
      return {
        id: doc._id,
        code: doc.code ?? null,
        day: doc.accountingDate,
        amount: doc.amount,
        content: doc.content ?? null,
        cancelled: doc.status === 'CANCELED',
        deposit: (doc.allocations ?? []).some(({ kind }) => kind === 'DEPOSIT'),
        bills: paid
          .map(({ serviceId, month }) => ({
            service: calledIn(service, services.get(serviceId), ctx.language),
            month,
          }))
          .toSorted((a, b) => b.month.localeCompare(a.month)),
        booking: amenity ? { amenity, startAt: booking?.startAt?.toISOString() ?? null } : null,
      };
    });
  },
});
