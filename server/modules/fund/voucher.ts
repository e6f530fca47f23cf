import type { Ctx } from '../../kit/base/context.ts';
import { defineModuleEvent } from '../../kit/base/module-event.ts';
import type { Change } from '../../kit/store/save.ts';
import { todayOf } from '../lock-date/index.ts';

/** Who takes a voucher back, and when. */
export const canceled = (ctx: Ctx) => ({
  canceledAt: ctx.now,
  canceledById: ctx.employeeId,
  cancelDate: todayOf(ctx),
});

/** A voucher that is taken back. */
export interface Gone {
  /** The noun of its module. */
  entity: string;
  id: string;
  /** The record that takes it back, and sees to itself. */
  by: string | null;
}

/** A voucher is taken back: whoever names it lets go of it. */
export const voucherGone = defineModuleEvent<[ctx: Ctx, gone: Gone], Change[]>();

/** What lets go of a voucher that is taken back. */
export const loadLetGo = async (ctx: Ctx, gone: Gone): Promise<Change[]> =>
  (await Promise.all([...voucherGone.handlers].map(handle => handle(ctx, gone)))).flat();
