import { bill } from '@lobby/shared/modules/bill.ts';
import { noticeMonth, type Status } from '@lobby/shared/modules/fee-notice.contract.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { records } from '../../../kit/store/records.ts';

const WITHIN_MS = 10_000;

/** Progress of a month's notices. */
async function loadMonth({ projectId }: Ctx, month: string) {
  const live = { projectId, deletedAt: null };
  const bills = { type: 'NORMAL', noticeMonth: { $lte: month } } as const;
  const [byStatus, printed, sent, left, drafts, billed, units] = await Promise.all([
    records(feeNotice).aggregate<{
      _id: Status;
      count: number;
      sum: number;
      remaining: number;
      feeMonth: string | null;
    }>(
      { projectId },
      { ...live, month },
      [
        {
          $group: {
            _id: '$status',
            count: { $sum: 1 },
            sum: { $sum: '$totalPayment' },
            remaining: { $sum: '$remaining' },
            feeMonth: { $max: '$feeMonth' },
          },
        },
      ],
      WITHIN_MS,
    ),
    records(feeNotice).count({ projectId }, { ...live, month, printed: true }),
    records(noticeDelivery)
      .withRemoved()
      .distinct({ projectId }, 'noticeId', {
        month,
        kind: 'NORMAL',
        status: { $in: ['SENT', 'DELIVERIED', 'COMPLETED'] },
      }),
    records(bill).count({ projectId }, { ...bills, status: 'ACTIVE', publication: 'UNPUBLISHED' }),
    records(bill).count({ projectId }, { ...bills, status: 'DRAFT' }),
    records(bill).distinct({ projectId }, 'unitId', { ...bills, noticeMonth: month, status: { $ne: 'CANCELLED' } }),
    records(unit).count({ projectId }, live),
  ]);
  return {
    byStatus: byStatus.map(({ _id: status, count, sum, remaining }) => ({ status, count, sum, remaining })),
    feeMonth:
      byStatus
        .flatMap(({ feeMonth }) => feeMonth ?? [])
        .toSorted()
        .at(-1) ?? null,
    printed,
    sent: sent.length,
    billsLeft: left,
    drafts,
    unitsNotBilled: Math.max(0, units - billed.length),
  };
}

export const monthRoute: Route = route(noticeMonth, {
  flags: ['read'],
  run: (ctx, { params: { month } }) => loadMonth(ctx, month),
});
