import { fieldSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';

const WITHIN_MS = 10_000;
type Status = 'UNPUBLISHED' | 'PUBLISHED' | 'EDITED' | 'DO_NOT_PUBLISH' | 'CANCELLED';
const STATUSES = Object.keys(feeNotice.statuses ?? {}) as [Status, ...Status[]];

/** Progress of a month's notices. */
async function loadMonth({ projectId }: Ctx, month: string) {
  const own = { projectId, deletedAt: null };
  const bills = { type: 'NORMAL', noticeMonth: { $lte: month } } as const;
  const [byStatus, printed, sent, left, drafts, billed, units] = await Promise.all([
    records(feeNotice).aggregate<{ _id: Status; count: number; sum: number; remaining: number }>(
      { projectId },
      { ...own, month },
      [
        {
          $group: {
            _id: '$status',
            count: { $sum: 1 },
            sum: { $sum: '$totalPayment' },
            remaining: { $sum: '$remaining' },
          },
        },
      ],
      WITHIN_MS,
    ),
    records(feeNotice).count({ projectId }, { ...own, month, printed: true }),
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
    records(unit).count({ projectId }, own),
  ]);
  return {
    byStatus: byStatus.map(({ _id: status, ...rest }) => ({ status, ...rest })),
    printed,
    sent: sent.length,
    billsLeft: left,
    drafts,
    unitsNotBilled: Math.max(0, units - billed.length),
  };
}

export const monthRoute: Route = route({
  method: 'get',
  path: `${feeNotice.path}/month/:month`,
  summary: 'How far the notices of a month are: by status, sent and printed, and the bills that no notice tells of',
  module: feeNotice.code,
  flags: ['read'],
  params: z.strictObject({ month: fieldSchema({ kind: 'month', required: true }) as z.ZodString }),
  answer: z.object({
    byStatus: z.array(z.object({ status: z.enum(STATUSES), count: z.int(), sum: z.int(), remaining: z.int() })),
    printed: z.int(),
    sent: z.int(),
    billsLeft: z.int(),
    drafts: z.int(),
    unitsNotBilled: z.int(),
  }),
  run: (ctx, { params: { month } }) => loadMonth(ctx, month),
});
