import type { bill } from '@lobby/shared/modules/bill.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadOwed, type OwedBill } from '../payment/index.ts';

/** A payable bill with uncharged late interest, or an interest bill. */
export interface OpenBill {
  doc: Doc<typeof bill>;
  /** Amount without and with late interest. */
  least: number;
  left: number;
}

const openOf = ({ doc, remaining, accrued, charged }: OwedBill): OpenBill[] => [
  { doc, least: remaining, left: remaining + accrued },
  ...charged.map(interest => ({ doc: interest, least: interest.remaining, left: interest.remaining })),
];

/** Payable bills of a unit. */
export async function openBills(ctx: Ctx, unitId: string): Promise<OpenBill[]> {
  const owed = (await loadOwed(ctx, [unitId])).get(unitId) ?? [];
  return owed.flatMap(openOf).filter(({ left }) => left > 0);
}
