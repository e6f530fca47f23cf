import { daysIn } from '@lobby/shared/billing/periods.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { newId } from '../../../kit/database/database.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { chunks, saveNew } from '../../../kit/store/bulk-insert.ts';
import { records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import type { BillDoc } from '../types.ts';

/** Whether a bill is overdue, and for how many days. */
export function overdueOf(
  { status, paymentState, dueDate }: Pick<BillDoc, 'status' | 'paymentState' | 'dueDate'>,
  today: string,
): { overdue: boolean; overdueDays: number } {
  const isOpen = status === 'ACTIVE' && (paymentState === 'UNPAID' || paymentState === 'PARTIAL_PAID');
  const overdueDays = isOpen && dueDate && dueDate < today ? daysIn({ start: dueDate, end: today }) - 1 : 0;
  return { overdue: overdueDays > 0, overdueDays };
}

/** Updates overdue flags and days; idempotent. */
async function markOverdue(ctx: Ctx): Promise<number> {
  const today = todayOf(ctx);
  const owing = {
    status: 'ACTIVE',
    paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] },
    dueDate: { $lt: today },
  } as const;
  const found = await records(bill).find(ctx, { $or: [owing, { overdue: true }] }, { patience: 30_000 });
  const changes = found.flatMap((doc): Change[] => {
    const { status, paymentState } = doc;
    const { overdue, overdueDays } = overdueOf(doc, today);
    if (doc.overdue === overdue && (doc.overdueDays ?? 0) === overdueDays) return [];
    const held = { paymentState, status };
    return [
      {
        definition: bill,
        action: 'update',
        update: { doc, set: { overdue, overdueDays }, keepVersion: true, while: held },
      },
    ];
  });
  // A concurrent payment; the next run updates these bills.
  return attemptEach(chunks(changes), async part => {
    await saveNew(ctx, newId(), { batches: [], beside: async () => part, answer: null });
    return part.length;
  });
}

export const overdueJob = defineJob({ name: 'overdue bills', every: '*/30 * * * *', perProject: markOverdue });
