import { debtLinesOf, feeMonthOf, noticeFigures, noticeState } from '@lobby/shared/billing/notice-figures.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import type { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { type EntryKind, journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Doc, records } from '../../../kit/store/records.ts';

const WITHIN_MS = 20_000;

/** Units to calculate, each with its existing notice. */
interface FiguresQuery {
  month: string;
  closing: string;
  notices: ReadonlyMap<string, string | null>;
}
export interface Figures {
  values: ReturnType<typeof noticeFigures> &
    Pick<Doc<typeof feeNotice>, 'feeMonth' | 'remaining' | 'paymentState' | 'accountBalance' | 'advanceBalance'>;
  /** Total of bills not announced before, including opening debt. */
  newTotal: number;
  totalPayment: number;
  /** Earliest due date of its bills. */
  firstDue: string | null;
  /** Bills that this notice announces. */
  told: readonly Doc<typeof bill>[];
}

/** Payments of bills after a day, by bill; corrections are not payments. */
async function paidSince({ projectId }: Ctx, unitIds: readonly string[], day: string): Promise<Map<string, number>> {
  const corrections: readonly EntryKind[] = ['BILL_RELEASE', 'BILL_DEBT', 'BILL_EDIT', 'BILL_CANCEL'];
  const entries = await records(journalEntry).find(
    { projectId },
    { unitIds: { $in: [...unitIds] }, accountingDate: { $gt: day } },
    { patience: WITHIN_MS },
  );
  const paid = new Map<string, number>();
  for (const { kind, documentType, lines } of entries) {
    if (documentType === 'bill' || corrections.includes(kind)) continue;
    for (const { account, billId, credit, debit } of lines)
      if (account === 'RECEIVABLE' && billId) paid.set(billId, (paid.get(billId) ?? 0) + (credit ?? 0) - (debit ?? 0));
  }
  return paid;
}

/**
 * Calculates the notices of units: bills up to the month that no notice announced, and the unpaid rest of earlier ones at the closing date. The total
 * is what these bills owe now.
 */
export async function loadFigures(ctx: Ctx, { month, closing, notices }: FiguresQuery): Promise<Map<string, Figures>> {
  const { projectId } = ctx;
  const unitIds = [...notices.keys()];
  const paid = await paidSince(ctx, unitIds, closing);
  const noticeIds = [...notices.values()].flatMap(id => id ?? []);
  const [bills, accounts] = await Promise.all([
    records(bill).find(
      { projectId },
      {
        status: 'ACTIVE',
        type: 'NORMAL',
        unitId: { $in: unitIds },
        noticeMonth: { $lte: month },
        publication: { $ne: 'DO_NOT_PUBLISH' },
        $or: [
          // Zero bills are announced once.
          {
            publication: 'NOT_PUBLISHABLE',
            noticeMonth: { $gte: addMonths(month, -1) },
            noticeId: { $in: [null, ...noticeIds] },
          },
          { publication: 'UNPUBLISHED' },
          { noticeId: { $in: noticeIds } },
          { remaining: { $gt: 0 } },
          { _id: { $in: [...paid.keys()] } },
        ],
      },
      { sort: { month: 1, code: 1 }, patience: WITHIN_MS },
    ),
    records(unitAccount)
      .withRemoved()
      .find({ projectId }, { _id: { $in: unitIds } }, { only: ['balance', 'advance'] }),
  ]);
  const accountById = new Map(accounts.map(account => [account._id, account]));
  return new Map(
    [...Map.groupBy(bills, ({ unitId }) => unitId)].map(([unitId, all]) => {
      const noticeId = notices.get(unitId) ?? null;
      const isNew = (doc: Doc<typeof bill>) =>
        doc.publication === 'UNPUBLISHED' ||
        doc.publication === 'NOT_PUBLISHABLE' ||
        (noticeId !== null && doc.noticeId === noticeId);
      return [
        unitId,
        figuresBy(
          month,
          all.filter(isNew),
          debtLinesOf(
            all.filter(doc => !isNew(doc) || doc.createdFor === 'DEBT'),
            paid,
          ),
          accountById.get(unitId),
        ),
      ];
    }),
  );
}

function figuresBy(
  month: string,
  fresh: readonly Doc<typeof bill>[],
  debts: ReturnType<typeof debtLinesOf>,
  account?: Pick<Doc<typeof unitAccount>, 'balance' | 'advance'>,
): Figures {
  // Opening debt has its own month and due date.
  const isDebt = ({ createdFor }: Doc<typeof bill>) => createdFor === 'DEBT';
  const [before, bills] = [fresh.filter(isDebt), fresh.filter(doc => !isDebt(doc))];
  const figures = noticeFigures(bills, debts);
  const { totalPayment } = figures;
  const newTotal = figures.newTotal + before.reduce((sum, { total }) => sum + total, 0);
  const dues = fresh.flatMap(doc => (doc.createdFor !== 'SERVICE' || !doc.dueDate ? [] : [doc.dueDate]));
  return {
    values: {
      ...figures,
      feeMonth: feeMonthOf(bills, month),
      remaining: totalPayment,
      paymentState: noticeState(totalPayment, totalPayment),
      accountBalance: account?.balance ?? 0,
      advanceBalance: account?.advance ?? 0,
    },
    newTotal,
    totalPayment,
    firstDue: dues.toSorted()[0] ?? null,
    told: fresh,
  };
}
