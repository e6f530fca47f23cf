import type { Ctx } from '../../kit/base/context.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import type { Allocation } from './allocations.ts';

/** A receipt that pays bills, or does not any more; the bills are as they were before. */
export interface Paid {
  receipt: Stored;
  bills: readonly Stored[];
  allocations: readonly Allocation[];
  sign: 1 | -1;
}
type Follower = (ctx: Ctx, paid: Paid) => Promise<Change[]>;
const followers: Follower[] = [];

/** Whoever waits for what is owed to be paid hears of it here, in the same transaction. */
export const onPaid = (follower: Follower): void => void followers.push(follower);

/** What a payment, or its cancelling, changes beside bills and books. */
export async function followPaid(ctx: Ctx, paid: Paid): Promise<Change[]> {
  if (paid.bills.length === 0) return [];
  return (await Promise.all(followers.map(follow => follow(ctx, paid)))).flat();
}
