import type { bill } from '@lobby/shared/modules/bill.ts';
import type { receipt } from '@lobby/shared/modules/receipt.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { defineModuleEvent } from '../../kit/base/module-event.ts';
import type { Doc } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Allocation } from './allocations.ts';

/** A receipt that pays bills (`sign` 1) or is reversed (-1), with the bills as before. */
export interface Paid {
  receipt: Doc<typeof receipt>;
  bills: readonly Doc<typeof bill>[];
  allocations: readonly Allocation[];
  sign: 1 | -1;
}

/** Bills are paid, or their payment is reversed: handlers return further changes. */
export const billsPaid = defineModuleEvent<[ctx: Ctx, paid: Paid], Change[]>();

/** Further changes of a payment or its reversal. */
export async function onPaid(ctx: Ctx, paid: Paid): Promise<Change[]> {
  if (paid.bills.length === 0) return [];
  return (await Promise.all([...billsPaid.handlers].map(handle => handle(ctx, paid)))).flat();
}
