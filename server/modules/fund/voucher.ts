import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { defineModuleEvent } from '../../kit/base/module-event.ts';
import type { Change } from '../../kit/store/save.ts';

export const cancellationOf = (ctx: Ctx) => ({
  canceledAt: ctx.now,
  canceledById: ctx.employeeId,
  cancelDate: todayOf(ctx),
});

/** A cancelled voucher. */
export interface Gone {
  /** Name of its definition. */
  entity: string;
  id: string;
  /** The record that cancels it and updates itself. */
  by: string | null;
}

/** Emitted when a voucher is cancelled; handlers return the changes that remove references to it. */
export const voucherGone = defineModuleEvent<[ctx: Ctx, gone: Gone], Change[]>();

/** Changes that remove references to a cancelled voucher. */
export const loadLetGo = async (ctx: Ctx, gone: Gone): Promise<Change[]> =>
  (await Promise.all([...voucherGone.handlers].map(handle => handle(ctx, gone)))).flat();
