import type { bill } from '@lobby/shared/modules/bill.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadOwed, type OwedBill } from '../payment/index.ts';

/** What a household may pay of: a bill with the late interest that no bill charges yet, or a bill of such interest. */
export interface OpenBill {
  doc: Doc<typeof bill>;
  /** Of the bill itself, and with its interest. */
  least: number;
  left: number;
}

const openOf = ({ doc, remaining, accrued, charged }: OwedBill): OpenBill[] => [
  { doc, least: remaining, left: remaining + accrued },
  ...charged.map(one => ({ doc: one, least: one.remaining, left: one.remaining })),
];

/** What a unit may pay of by now. */
export async function openBills(ctx: Ctx, unitId: string): Promise<OpenBill[]> {
  const owed = (await loadOwed(ctx, [unitId])).get(unitId) ?? [];
  return owed.flatMap(openOf).filter(({ left }) => left > 0);
}
