import { askedBy } from '@lobby/shared/billing/notice-figures.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { records } from '../../kit/store/records.ts';
import type { NoticeDoc } from './types.ts';

type Lines = Parameters<typeof askedBy>;
/** What a notice asks for, line by line, as it is stored: whole lines, which notices of before have none of. */
export const linesOf = ({ lines, debtLines }: Pick<NoticeDoc, 'lines' | 'debtLines'>): Lines =>
  [lines ?? [], debtLines ?? []] as Lines;

/** How many bills a notice names. */
export const billsOn = (notice: NoticeDoc): number => linesOf(notice).flat().length;

/** How a notice stands by its bills. */
export interface Standing {
  /** What is left of what it asks for. */
  left: number;
  /** What it asks for by now: without bills that were cancelled, and what others were lowered by. */
  asked: number;
  /** What is left of it, bill by bill. */
  byBill: ReadonlyMap<string, number>;
}

/** What is left by now of the bills that notices ask for, and no more than they asked. */
export async function loadLeft(projectId: string, notices: readonly NoticeDoc[]): Promise<Map<string, Standing>> {
  const named = new Map(notices.map(one => [one._id, askedBy(...linesOf(one))]));
  const ids = [...named.values()].flat().map(({ billId }) => billId);
  const bills = await records(bill).find(
    { projectId },
    { status: 'ACTIVE', _id: { $in: ids } },
    { only: ['remaining', 'total'], patience: 10_000 },
  );
  const known = new Map(bills.map(one => [one._id, one]));
  return new Map(
    notices.map(({ _id, totalPayment }) => {
      const standing = { left: 0, asked: 0 };
      const byBill = new Map<string, number>();
      for (const { billId, asked, before } of named.get(_id) ?? []) {
        const doc = known.get(billId);
        if (!doc) continue;
        const own = Math.min(Math.max(0, doc.remaining ?? 0), Math.max(0, totalPayment - standing.left));
        byBill.set(billId, own + (byBill.get(billId) ?? 0));
        standing.left += own;
        standing.asked += Math.min(asked, doc.total - before);
      }
      const [left, asked] = [standing.left, standing.asked].map(sum => Math.min(totalPayment, sum)) as [number, number];
      return [_id, { left, asked, byBill }];
    }),
  );
}
