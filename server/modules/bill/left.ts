import { askedBy } from '@lobby/shared/billing/notice-figures.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

type Lines = Parameters<typeof askedBy>;
/** What a notice asks for, line by line, as it is stored. */
export const linesOf = ({ lines, debtLines }: Stored): Lines => [
  Array.isArray(lines) ? lines : [],
  Array.isArray(debtLines) ? debtLines : [],
];

/** How many bills a notice names. */
export const billsOn = (notice: Stored): number => linesOf(notice).flat().length;

/** How a notice stands by its bills. */
export interface Standing {
  /** What is left of what it asks for. */
  left: number;
  /** What it asks for by now: without bills that were cancelled, and what others were lowered by. */
  asked: number;
}

/** What is left by now of the bills that notices ask for, and no more than they asked. */
export async function leftOf(projectId: string, notices: readonly Stored[]): Promise<Map<string, Standing>> {
  const named = new Map(notices.map(one => [one._id, askedBy(...linesOf(one))]));
  const ids = [...named.values()].flat().map(({ billId }) => billId);
  const bills = await modelOf(bill)
    .find({ projectId, deletedAt: null, status: 'ACTIVE', _id: { $in: ids } }, { remaining: 1, total: 1, lowered: 1 })
    .maxTimeMS(10_000)
    .lean<Stored[]>();
  const known = new Map(bills.map(one => [one._id, one]));
  return new Map(
    notices.map(({ _id, totalPayment }) => {
      const standing = { left: 0, asked: 0 };
      for (const { billId, asked, before } of named.get(_id) ?? []) {
        const doc = known.get(billId);
        if (!doc) continue;
        standing.left += Math.max(0, Number(doc.remaining ?? 0));
        standing.asked += Math.min(asked, Number(doc.total) - Number(doc.lowered ?? 0) - before);
      }
      const most = Number(totalPayment);
      return [_id, { left: Math.min(most, standing.left), asked: Math.min(most, standing.asked) }];
    }),
  );
}
