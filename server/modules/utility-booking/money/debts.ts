import { addDays } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { records } from '../../../kit/store/records.ts';

/** Whether a unit has a bill overdue by a number of days. */
export async function isOverdue(ctx: Ctx, unitId: string, days: number): Promise<boolean> {
  const before = addDays(todayOf(ctx), -days);
  const owed = { projectId: ctx.projectId, unitId, deletedAt: null, status: 'ACTIVE', remaining: { $gt: 0 } } as const;
  return records(bill).exists(ctx, { ...owed, dueDate: { $lte: before } });
}
