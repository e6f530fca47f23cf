import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../lock-date/index.ts';

/** Who takes a voucher back, and when. */
export const canceled = (ctx: Ctx) => ({
  canceledAt: ctx.now,
  canceledById: ctx.employeeId,
  cancelDate: todayOf(ctx),
});
