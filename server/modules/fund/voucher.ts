import type { Ctx } from '../../kit/base/context.ts';
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
type Listener = (ctx: Ctx, gone: Gone) => Promise<Change[]>;
const listeners: Listener[] = [];

/** Whoever names vouchers lets go here of those that are taken back, in the same transaction. */
export const onVoucherGone = (listener: Listener): void => void listeners.push(listener);

/** What lets go of a voucher that is taken back. */
export const letGoOf = async (ctx: Ctx, gone: Gone): Promise<Change[]> =>
  (await Promise.all(listeners.map(listener => listener(ctx, gone)))).flat();
