import { askedBy } from '@lobby/shared/billing/notice-figures.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { records } from '../../../kit/store/records.ts';
import type { NoticeDoc } from '../types.ts';

type Lines = Parameters<typeof askedBy>;
/** Lines of a notice; older notices have none. */
export const linesOf = ({ lines, debtLines }: Pick<NoticeDoc, 'lines' | 'debtLines'>): Lines => [
  (lines ?? []).map(({ billId, createdFor, total, paid }) => ({
    billId: billId ?? '',
    createdFor: createdFor ?? 'SERVICE',
    total: total ?? 0,
    paid: paid ?? 0,
  })),
  (debtLines ?? []).map(({ billId, left, paid }) => ({
    billId: billId ?? '',
    left: left ?? 0,
    paid: paid ?? 0,
  })),
];

export const billsOn = (notice: NoticeDoc): number => linesOf(notice).flat().length;

/** Payment status of a notice, from its bills. */
export interface Standing {
  /** Amount still unpaid. */
  left: number;
  /** Amount requested, without cancelled bills and reductions since. */
  asked: number;
  /** Unpaid amount per bill. */
  byBill: ReadonlyMap<string, number>;
}

/** Unpaid amounts of the bills on notices, at most the amounts that the notices request. */
export async function loadLeft(projectId: string, notices: readonly NoticeDoc[]): Promise<Map<string, Standing>> {
  const named = new Map(notices.map(notice => [notice._id, askedBy(...linesOf(notice))]));
  const ids = [...named.values()].flat().map(({ billId }) => billId);
  const bills = await records(bill).find(
    { projectId },
    { status: 'ACTIVE', _id: { $in: ids } },
    { only: ['remaining', 'total'], patience: 10_000 },
  );
  const docs = new Map(bills.map(doc => [doc._id, doc]));
  return new Map(
    notices.map(({ _id, totalPayment }) => {
      const standing = { left: 0, asked: 0 };
      const byBill = new Map<string, number>();
      for (const { billId, asked, before } of named.get(_id) ?? []) {
        const doc = docs.get(billId);
        if (!doc) continue;
        const owed = Math.min(Math.max(0, doc.remaining ?? 0), Math.max(0, totalPayment - standing.left));
        byBill.set(billId, owed + (byBill.get(billId) ?? 0));
        standing.left += owed;
        standing.asked += Math.min(asked, doc.total - before);
      }
      const [left, asked] = [standing.left, standing.asked].map(sum => Math.min(totalPayment, sum)) as [number, number];
      return [_id, { left, asked, byBill }];
    }),
  );
}
